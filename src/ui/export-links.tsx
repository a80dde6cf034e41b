import type { Child } from 'hono/jsx'

interface ExportLinksProps {
  /** « Exporter »: the format follows. */
  label: string
  formats: readonly { extension: string; label: string }[]
  /** The address of the export in a format. */
  href: (extension: string) => string
}

/** A list as a whole, in each format that it is given in. */
export const ExportLinks = ({ label, formats, href }: ExportLinksProps) => (
  <ExportMenu>
    {formats.map((format) => (
      <a href={href(format.extension)}>
        {label} en {format.label}
      </a>
    ))}
  </ExportMenu>
)

/** Whatever takes a list elsewhere stands behind one word: it is asked for rarely, and the line over the list is read each time. */
export const ExportMenu = ({ children }: { children: Child }) => (
  <details class="deroulant autres-actions exporter" data-menu>
    <summary>Exporter</summary>
    <div class="volet">{children}</div>
  </details>
)
