import { isRecord, type Json, list, text } from './dom.ts';
import { type Chosen, nothingChosen } from './filters.ts';

/** What a captured view remembers. To the portal its state is opaque. */
export type Bookmark = { page: string; filters: Json[]; pageFilters: Record<string, Json[]>; chosen: Chosen };

export function writeBookmark(bookmark: Bookmark): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(bookmark))));
}

/** Reads a state written by writeBookmark(); null for anything else. */
export function readBookmark(state: string): Bookmark | null {
  try {
    const read: unknown = JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(state), (character) => character.charCodeAt(0))));
    if (!isRecord(read) || !text(read.page)) return null;
    const chosen = isRecord(read.chosen) ? read.chosen : {};
    const strings = (value: unknown) => list(value).map(String);
    const pages = isRecord(read.pageFilters) ? Object.entries(read.pageFilters) : [];
    return {
      page: String(read.page),
      filters: list(read.filters).filter(isRecord),
      pageFilters: Object.fromEntries(pages.map(([name, filters]) => [name, list(filters).filter(isRecord)])),
      chosen: {
        ...nothingChosen(),
        region: strings(chosen.region),
        channel: strings(chosen.channel),
        member: strings(chosen.member),
        product: strings(chosen.product),
        month: text(chosen.month),
      },
    };
  } catch {
    return null;
  }
}
