/** An address as it stands; it breaks anywhere, as it is one word. */
export const Address = ({ children }: { children: string }) => <code class="adresse">{children}</code>

/** To the archive, in the window of the register. What is no address of the web is no link. */
export const OutLink = ({ href }: { href: string }) =>
  /^https?:\/\//i.test(href) ? (
    <a class="adresse" href={href} target="registre" rel="noreferrer">
      {href}
    </a>
  ) : (
    <Address>{href}</Address>
  )
