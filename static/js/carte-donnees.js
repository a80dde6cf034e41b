// The places of the map as the server tells them (features/carte/rules/columns.ts).

/** Coordinates come in whole numbers of that part of a degree. */
const SMALLEST = 100000

/** The places behind an address of /carte/data: { id, nom_long, at: [longitude, latitude], sources, releves, annees } each; annees only where the coverage is asked for. */
export async function fetchPlaces(url) {
  const address = new URL(url, location.href)
  address.searchParams.set('forme', 'colonnes')
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`)
  const { id, nom_long, longitude, latitude, sources, releves, validees, en_cours, a_faire } = await answer.json()
  let lastId = 0
  return id.map((step, i) => {
    lastId += step
    return {
      id: lastId,
      nom_long: nom_long[i],
      at: [longitude[i] / SMALLEST, latitude[i] / SMALLEST],
      sources: sources[i],
      releves: releves[i],
      annees: validees && { validees: validees[i], en_cours: en_cours[i], a_faire: a_faire[i] },
    }
  })
}
