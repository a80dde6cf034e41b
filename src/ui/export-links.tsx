interface ExportLinksProps {
  /** Address of the list. */
  path: string
  /** « Tous les lieux ». */
  label: string
  formats: readonly { extension: string; label: string }[]
}

/** A list as a whole, in each format that it is given in. */
export const ExportLinks = ({ path, label, formats }: ExportLinksProps) => (
  <p>
    {formats.map((format, index) => (
      <>
        {index > 0 && ' · '}
        <a href={`${path}/export/${format.extension}`}>
          {label} en {format.label}
        </a>
      </>
    ))}
  </p>
)
