// Rows of a table that were left and are not stored yet (tableau-garde.js): pages that are no table say how many, and lead there.
const out = document.querySelector('form[action="/logout"]')

function entryOf(key) {
  try {
    return Object.assign(JSON.parse(localStorage.getItem(key)), { source: key.split('.')[3] })
  } catch (_broken) {
    return {}
  }
}

/** Gives the rows of this person, the oldest first. */
function rowsLeft(person) {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(`releves.tableau.${person}.`))
    return keys
      .map(entryOf)
      .filter(({ isLeft }) => isLeft)
      .sort((a, b) => a.at - b.at)
  } catch (_forbidden) {
    return []
  }
}

function tell(rows) {
  const [{ source, vue = '', id }] = rows
  const line = document.createElement('p')
  line.className = 'retrouve'
  line.textContent =
    rows.length > 1
      ? `${rows.length} lignes d’un tableau ne sont pas enregistrées. Elles sont gardées sur cet appareil. `
      : '1 ligne d’un tableau n’est pas enregistrée. Elle est gardée sur cet appareil. '
  const link = document.createElement('a')
  const query = new URLSearchParams(id ? { vue, ligne: id } : { vue })
  link.href = `/sources/${source}/tableau?${query}`
  link.textContent = 'Ouvrir le tableau'
  line.appendChild(link)
  document.getElementById('flash').after(line)
}

const rows = rowsLeft(out.dataset.utilisateur)
if (rows.length > 0 && !document.querySelector('form[data-tableau]')) tell(rows)
