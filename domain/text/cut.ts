/**
 * The first `most` units of a text, never splitting a surrogate pair: databases refuse a lone surrogate, whether it was sent or caused by a
 * cut.
 */
export function cut(text: string, most: number): string {
  const part = text.toWellFormed().slice(0, most);
  return part.isWellFormed() ? part : part.slice(0, -1);
}
