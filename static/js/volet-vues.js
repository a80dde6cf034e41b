// The views of the register with the addresses of their pictures: those that came with the page, those of the reader's own disk, or what
// the server tells of the next twenty.

/** A picture that has come whole; no answer in time is for the browser to say. */
export const load = (address) =>
  new Promise((resolve, reject) => {
    const image = new Image()
    image.onload = () => resolve(image)
    image.onerror = () => reject(new Error(address))
    image.src = address
  })

export class Views {
  constructor({ source, registre, vues }) {
    this.source = source
    this.known = new Map(JSON.parse(vues || '[]').map((view) => [view.n, view]))
    this.bounds = JSON.parse(registre || '[1,0,0]')
    this.files = null
  }

  get first() {
    return this.files ? 1 : this.bounds[0]
  }
  get last() {
    return this.files ? this.files.length : this.bounds[1]
  }
  /** The number in the register less the number here. */
  get shift() {
    return this.files ? this.fileShift : this.bounds[2]
  }

  /** The pictures of a folder of one's own, in the order of their names as a person counts; null: those of the server again. */
  use(files, shift = 0) {
    const compare = new Intl.Collator('fr', { numeric: true }).compare
    const isPicture = ({ name, type }) => /^image\//.test(type) || /\.(jpe?g|png|webp|gif|bmp)$/i.test(name)
    const nameOf = (file) => file.webkitRelativePath || file.name
    this.files =
      files &&
      Array.from(files)
        .filter(isPicture)
        .sort((a, b) => compare(nameOf(a), nameOf(b)))
    this.fileShift = shift
  }

  has(n) {
    return n >= this.first && n <= this.last
  }

  /** undefined where there is none. */
  async view(n) {
    if (this.files) return this.ownAt(n)
    if (!this.known.has(n) && this.has(n)) {
      const answer = await fetch(`/sources/${this.source}/volet?de=${n}`, { credentials: 'same-origin' })
      if (!answer.ok) throw new Error(answer.status)
      for (const view of (await answer.json()).vues) this.known.set(view.n, view)
    }
    return this.known.get(n)
  }

  /** The browser forgets the picture before it. */
  ownAt(n) {
    const file = this.files[n - 1]
    if (!file) return undefined
    if (this.object) URL.revokeObjectURL(this.object)
    this.object = URL.createObjectURL(file)
    return { n, t: file.name, m: this.object }
  }
}
