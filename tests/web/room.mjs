// SPDX-License-Identifier: MIT
//
// Measures of what a view has room for.

/** Misfits: the page itself, dialogs, and whatever reaches beyond the screen without a scroll bar of its own. */
export const tooWide = page =>
  page.evaluate(() => {
    const root = document.documentElement
    const wide = element => element.scrollWidth > element.clientWidth
    const scrolls = element => element && (/auto|scroll|hidden/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement))
    const beyond = element => element.getBoundingClientRect().right > root.clientWidth + 1 && !scrolls(element.parentElement)
    const found = [root, ...document.querySelectorAll('dialog[open]')].filter(wide)
    found.push(...[...document.querySelectorAll('main *, dialog *')].filter(beyond))
    found.push(...[...document.querySelectorAll('button, .button')].filter(element => wide(element) || element.scrollHeight > element.clientHeight + 1))
    const passes = (element, place) => place && element.getBoundingClientRect().right > place.getBoundingClientRect().right + 1
    found.push(...[...document.querySelectorAll('main table')].filter(element => passes(element, element.parentElement)))
    found.push(...[...document.querySelectorAll('.card :is(select, input, button)')].filter(element => passes(element, element.closest('.card'))))
    return found.map(element => `${element.tagName}.${element.className}: ${element.textContent.trim().slice(0, 60)}`)
  })

/** Controls that lie upon one another, words of labels and buttons that are broken in two, and dialogs beyond the screen. */
export const crowded = page =>
  page.evaluate(() => {
    const found = []
    const shows = element => element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) && element.getClientRects().length > 0
    const modal = document.querySelector('dialog[open]')
    const root = modal ?? document.querySelector('main')
    modal?.scrollTo(0, modal.scrollHeight) // at its end its foot lies upon nothing
    const name = element => `${element.tagName}.${element.className}: ${element.textContent.trim().slice(0, 40)}`
    const controls = [...root.querySelectorAll('button, a, select, input:not([type=radio], [type=checkbox], .hidden-text), textarea, summary')].filter(
      element => shows(element) && !element.closest('svg, .unseen, .hidden-text, [role=grid]'),
    )
    const floats = element => element.closest('.menu, .preview-bar') !== null && element.localName !== 'summary' // they lie upon what is below them
    const boxes = controls.map(element => element.getBoundingClientRect())
    for (const [at, a] of boxes.entries())
      for (let other = at + 1; other < boxes.length; other++) {
        const b = boxes[other]
        if (controls[at].contains(controls[other]) || controls[other].contains(controls[at])) continue
        if (floats(controls[at]) !== floats(controls[other])) continue
        const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left)
        const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
        if (wide > 1.5 && high > 1.5 && scrollPort(controls[at]) === scrollPort(controls[other])) found.push(`${name(controls[at])} | ${name(controls[other])}`)
      }
    /** The edges that cut an element off. */
    function scrollPort(element) {
      for (let at = element.parentElement; at; at = at.parentElement) if (/auto|scroll|hidden/.test(getComputedStyle(at).overflowY)) return at
      return null
    }
    const range = document.createRange()
    const lines = what => new Set([...what.getClientRects()].map(({ top }) => Math.round(top))).size
    for (const element of root.querySelectorAll('button, a, summary, label, legend, th, dt, h1, h2, h3, .button'))
      for (const node of element.childNodes) {
        if (node.nodeType !== Node.TEXT_NODE || !shows(element)) continue
        for (const { 0: word, index } of node.data.matchAll(/[\p{Script=Latin}\d]{2,}/gu)) {
          range.setStart(node, index)
          range.setEnd(node, index + word.length)
          if (lines(range) > 1) found.push(`broken: ${word} in ${name(element)}`)
        }
      }
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode())
      for (const { 0: value, index } of node.data.matchAll(/[−+]?(%\d[\d.,]*|\d[\d.,]*(\s?%|[\s\u2060]?[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]))/gu)) {
        range.setStart(node, index)
        range.setEnd(node, index + value.length)
        if (lines(range) > 1) found.push(`broken: ${value} in ${name(node.parentElement)}`)
      }
    for (const note of root.querySelectorAll('.move-note')) if (lines(note) > 1) found.push(`broken: ${note.dataset.text} in ${name(note.parentElement)}`)
    if (modal) {
      const { left, top, right, bottom } = modal.getBoundingClientRect()
      if (left < 0 || top < 0 || right > innerWidth + 1 || bottom > innerHeight + 1) found.push(`beyond the screen: ${name(modal)}`)
    }
    return [...new Set(found)]
  })
