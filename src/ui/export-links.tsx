interface ExportLinksProps {
  /** « Exporter »: the format follows. */
  label: string
  formats: readonly { extension: string; label: string }[]
  /** The address of the export in a format. */
  href: (extension: string) => string
}

/** A list as a whole, in each format that it is given in. */
export const ExportLinks = ({ label, formats, href }: ExportLinksProps) => (
  <p>
    {formats.map((format, index) => (
      <>
        {index > 0 && ' · '}
        <a href={href(format.extension)}>
          {label} en {format.label}
        </a>
      </>
    ))}
  </p>
)
