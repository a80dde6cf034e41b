// The picture in its scrolling box: shown, enlarged, turned, lit, with the ruler on it. Its place is kept by this browser for each source.
import { markOf, pointOf, scrollOf, sizeOf, TRANSFORMS, turned, unturned, ZOOMS } from './volet-cadre.js'
import { dragged, keep, kept } from './volet-place.js'

/** A picture is asked for anew where a point of it would be stretched to more than this. */
const STRETCHED = 1.15
const RULER_STEP = 0.01
const FILTERS = { brightness: 100, contrast: 100, invert: 0 }

export class Picture {
  /** `onMark`: the ruler was moved; `onCoarse`: there are fewer points than are shown. */
  constructor(pane, source, { onMark, onCoarse }) {
    this.box = pane.querySelector('[data-cadre]')
    this.page = pane.querySelector('[data-page]')
    this.rule = pane.querySelector('[data-regle]')
    this.key = `releves.registre.${source}`
    Object.assign(this, { onMark, onCoarse, image: null, ratio: 0, scrolled: [0, 0] })
    this.state = Object.assign({ zoom: 1, turn: 0, point: null, filters: {}, ruler: null }, kept(this.key))
    this.box.addEventListener('scroll', () => this.moved())
    dragged(this.rule, ({ clientY }) => {
      const { top, height } = this.page.getBoundingClientRect()
      this.mark((clientY - top) / height)
    })
    if (window.ResizeObserver) new ResizeObserver(() => this.draw()).observe(this.box)
    else addEventListener('resize', () => this.draw())
  }

  save(values) {
    Object.assign(this.state, values)
    clearTimeout(this.timer)
    this.timer = setTimeout(() => keep(this.key, this.state), 300)
  }

  /** null: nothing is shown until another one has come. `isSame`: more points of the same. */
  show(image, alt) {
    if (this.image) this.image.remove()
    this.image = image
    this.page.hidden = !image
    if (!image) return
    image.alt = alt
    this.page.prepend(image)
    this.ratio = image.naturalHeight / image.naturalWidth || 1
    this.draw()
  }

  boxSize() {
    return [this.box.clientWidth, this.box.clientHeight]
  }

  draw() {
    const { image, page, box, state } = this
    const [boxWidth] = this.boxSize()
    if (!image || !boxWidth) return
    const { zoom, turn } = state
    const size = sizeOf(boxWidth, zoom, turn, this.ratio)
    const [width, height] = size
    const own = turn % 180 ? [height, width] : size
    Object.assign(page.style, { width: `${width}px`, height: `${height}px` })
    const filter = Object.keys(FILTERS).map((name) => `${name}(${this.filterOf(name)}%)`)
    const transform = TRANSFORMS[turn](width, height)
    Object.assign(image.style, { width: `${own[0]}px`, height: `${own[1]}px`, transform, filter: filter.join(' ') })
    this.size = size
    this.drawRuler()
    const [left, top] = state.point ? scrollOf(size, this.boxSize(), turned(turn, state.point)) : [0, 0]
    Object.assign(box, { scrollLeft: left, scrollTop: top })
    this.scrolled = [box.scrollLeft, box.scrollTop]
    if (own[0] * (window.devicePixelRatio || 1) > image.naturalWidth * STRETCHED) this.onCoarse()
  }

  /** The person has scrolled, if it was not this. */
  moved() {
    const { scrollLeft, scrollTop } = this.box
    const [left, top] = this.scrolled
    if (!this.image || (Math.abs(scrollLeft - left) < 2 && Math.abs(scrollTop - top) < 2)) return
    this.scrolled = [scrollLeft, scrollTop]
    this.save({ point: unturned(this.state.turn, pointOf(this.size, this.boxSize(), this.scrolled)) })
  }

  change(values) {
    // A page that nobody has moved yet has its upper left corner in that of the box: from here on the point in the middle counts.
    if (!this.state.point && this.size)
      this.state.point = unturned(this.state.turn, pointOf(this.size, this.boxSize(), this.scrolled))
    this.save(values)
    this.draw()
  }

  zoom(by) {
    const at = ZOOMS.indexOf(this.state.zoom)
    this.change({ zoom: by ? ZOOMS[at + by] || this.state.zoom : 1 })
  }

  turn() {
    this.change({ turn: (this.state.turn + 90) % 360 })
  }

  toTop() {
    this.save({ point: null })
    this.draw()
  }

  pan(x, y) {
    const [width, height] = this.boxSize()
    this.box.scrollBy(Math.round(x * width), Math.round(y * height))
  }

  filterOf(name) {
    const value = this.state.filters[name]
    return value === undefined ? FILTERS[name] : value
  }

  light(name, value) {
    this.save({ filters: Object.assign({}, this.state.filters, { [name]: value }) })
    this.draw()
  }

  drawRuler() {
    this.rule.hidden = this.state.ruler === null
    this.rule.style.top = `${100 * (this.state.ruler || 0)}%`
  }

  /** The share of the turned picture that stands in the middle of the box. */
  middle() {
    return pointOf(this.size, this.boxSize(), [this.box.scrollLeft, this.box.scrollTop])[1]
  }

  toggleRuler() {
    if (!this.image) return
    this.save({ ruler: this.state.ruler === null ? this.middle() : null })
    this.drawRuler()
  }

  step(by) {
    if (!this.image) return
    if (this.state.ruler === null) this.toggleRuler()
    else this.mark(this.state.ruler + by * RULER_STEP)
  }

  /** The ruler goes to this share of the height, which the act takes, and stays in sight. */
  mark(share) {
    const ruler = Math.max(0, Math.min(1, share))
    this.save({ ruler })
    this.drawRuler()
    this.uncover(ruler)
    this.onMark(markOf(this.state.turn, ruler))
  }

  /** The share of the height at which one reads: that of the ruler, or the middle of the box. */
  height() {
    return this.state.ruler === null ? this.middle() : this.state.ruler
  }

  /** To the next act, as far as the picture goes: the height of the ruler there, null without one. */
  goDown(by) {
    const { ruler, turn } = this.state
    this.box.scrollBy(0, by * this.size[1])
    if (ruler === null || ruler + by > 1) return null
    this.save({ ruler: ruler + by })
    this.drawRuler()
    return markOf(turn, ruler + by)
  }

  /** An act is opened whose ruler was moved. */
  open(mark) {
    this.save({ ruler: this.state.turn === 180 ? 1 - mark : mark })
    this.drawRuler()
    this.uncover(mark)
  }

  uncover(share) {
    if (!this.size) return
    const [, height] = this.boxSize()
    const y = share * this.size[1] - this.box.scrollTop
    if (y < height * 0.15 || y > height * 0.85) this.box.scrollBy(0, y - height / 2)
  }
}
