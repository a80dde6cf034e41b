// One witness more: the next of a series, details[data-suite-de], opens once the one before it says something, and the form of the
// next record begins with what it holds.
/** Does a group, or one field, hold something? */
export const says = (group) =>
  Array.from(group.querySelectorAll('[data-champ] input, [data-champ] textarea, [data-champ] select')).some((field) =>
    field.dataset.etatDe === undefined && !field.name.endsWith('[calendrier]')
      ? field.value !== ''
      : field.dataset.etatDe !== undefined && field.value !== 'sur',
  )

/** Opens what is due where `target` has changed; without one, at the start of a record, it also closes what is empty again. */
export function followGroups(form, target) {
  for (const group of form.querySelectorAll('details[data-suite-de]')) {
    const both = [group, group.previousElementSibling]
    const isDue = (!target || both.some((one) => one.contains(target) || target.contains(one))) && both.some(says)
    if (isDue || !target) group.open = isDue
  }
}
