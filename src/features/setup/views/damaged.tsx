/** A page of its own for a site that cannot serve: what is wrong, what to do. */
export function DamagedPage({ title, message }: { title: string; message: string }) {
  return (
    <div class="refus">
      <p class="refus-code">503</p>
      <h1>{title}</h1>
      <p>{message}</p>
    </div>
  )
}
