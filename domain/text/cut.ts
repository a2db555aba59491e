/** The first `most` units of a text, never half of a sign: a lone surrogate is no text for a database, whether it came or was cut. */
export function cut(text: string, most: number): string {
  const part = text.toWellFormed().slice(0, most);
  return part.isWellFormed() ? part : part.slice(0, -1);
}
