const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The same API response with one report's favourite changed wherever it occurs; the same object when it does not. */
export function withFavorite(data: unknown, id: string, favorite: boolean): unknown {
  if (Array.isArray(data)) {
    const next = data.map((item) => withFavorite(item, id, favorite));
    return next.some((item, index) => item !== data[index]) ? next : data;
  }
  if (!isRecord(data)) return data;
  if (data.id === id && 'favorite' in data) return data.favorite === favorite ? data : { ...data, favorite };
  const entries = Object.entries(data).map(
    ([key, value]) => [key, Array.isArray(value) ? withFavorite(value, id, favorite) : value] as const,
  );
  return entries.some(([key, value]) => value !== data[key]) ? { ...data, ...Object.fromEntries(entries) } : data;
}
