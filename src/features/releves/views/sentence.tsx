/** A form edited in place brings it anew beside its value (`hx-select-oob`). */
export const SENTENCE_TARGET = '#acte-phrase'

/** The act in one sentence, on top of its page. */
export const Sentence = ({ children }: { children: string }) => (
  <p id="acte-phrase" class="acte-phrase">
    {children}
  </p>
)
