// A table wider than its page slides in a frame, which no head can stick out of: it is drawn down by as much as the page went over it.
function follow() {
  for (const frame of document.querySelectorAll('.cadre')) {
    const head = frame.querySelector('thead')
    const { top, height } = frame.getBoundingClientRect()
    const down = Math.max(0, Math.min(-top, height - head.offsetHeight))
    for (const cell of head.querySelectorAll('th')) cell.style.transform = down > 0 ? `translateY(${down}px)` : ''
  }
}

window.addEventListener('scroll', follow, { passive: true })
