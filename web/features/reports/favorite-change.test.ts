import { describe, expect, it } from 'vitest';
import { withFavorite } from './favorite-change.ts';

const card = (id: string, favorite: boolean) => ({ id, favorite, title: id });

describe('a favourite', () => {
  it('changes in every list of a response and in the report itself', () => {
    const dashboard = { favorites: [card('a', true)], recents: [card('b', false), card('a', true)], counts: { reports: 2 } };
    expect(withFavorite(dashboard, 'a', false)).toEqual({
      favorites: [card('a', false)],
      recents: [card('b', false), card('a', false)],
      counts: { reports: 2 },
    });
    expect(withFavorite(card('a', false), 'a', true)).toEqual(card('a', true));
  });

  it('leaves a response without that report unchanged, so that nothing renders again', () => {
    const list = { items: [card('b', false)], total: 1, next: null };
    expect(withFavorite(list, 'a', true)).toBe(list);
    expect(withFavorite(undefined, 'a', true)).toBeUndefined();
    const already = card('a', true);
    expect(withFavorite(already, 'a', true)).toBe(already);
  });
});
