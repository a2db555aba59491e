import { describe, expect, test } from 'vitest';
import { decideAdd, decideEdit, type StoredPlaylist } from './compose.ts';

const item = (reportId: string, viewId: string | null = null) => ({
  ...{ reportId, viewId, page: null, state: null, seconds: 30, windows: [], onOpen: 'none' as const },
});
const asked = { name: 'Lobby', items: [item('r1'), item('r2', 'v1')], people: ['u1', 'u1'], groups: ['g1'] };
const found = { reports: new Set(['r1', 'r2']), views: new Set(['v1']), people: 1, groups: 1 };
const after = { name: 'Lobby', items: 2, seconds: 60, people: 2, groups: 1 };

describe('a new playlist', () => {
  test('records its texts and numbers', () => expect(decideAdd(asked, found)).toEqual({ change: { after } }));
  test.each([
    ['a report its composer does not see', { ...found, reports: new Set(['r1']) }, 'items'],
    ['a view that is not shared', { ...found, views: new Set<string>() }, 'items'],
    ['a person who does not exist', { ...found, people: 0 }, 'people'],
    ['a group that does not exist', { ...found, groups: 0 }, 'groups'],
  ])('is refused with %s', (_, there, field) => expect(decideAdd(asked, there)).toEqual({ refused: 'not_found', field }));
});

describe('an edit', () => {
  const stored: StoredPlaylist = { version: 2, name: 'Hall', people: 2, groups: 1, onDisplay: false, items: [item('r2', 'v1')] };
  const edit = { ...asked, version: 2 };
  const change = { before: { name: 'Hall', items: 1, shares: 3 }, after };

  test('records both states', () => expect(decideEdit(edit, stored, found, false)).toEqual({ version: 3, change }));
  test('keeps the contents that it omits', () =>
    expect(decideEdit({ name: 'Hall', version: 2 }, stored, { ...found, people: 0, groups: 0 }, false)).toMatchObject({
      change: { after: { name: 'Hall', items: 1, seconds: 30, people: 2, groups: 1 } },
    }));
  test('keeps items whose report and view the author no longer sees', () => {
    const less = { ...found, reports: new Set(['r1']), views: new Set<string>() };
    expect(decideEdit(edit, stored, less, false)).toEqual({ version: 3, change });
    expect(decideEdit(edit, { ...stored, items: [] }, less, false)).toEqual({ refused: 'not_found', field: 'items' });
  });
  test('of what a display shows is only for administrators', () => {
    expect(decideEdit(edit, { ...stored, onDisplay: true }, found, false)).toEqual({ refused: 'playlist_on_display' });
    expect(decideEdit(edit, { ...stored, onDisplay: true }, found, true)).toMatchObject({ version: 3 });
  });
  test('is refused for another version, after all other reasons', () => {
    expect(decideEdit({ ...edit, version: 1 }, stored, found, false)).toEqual({ refused: 'changed_meanwhile' });
    expect(decideEdit({ ...edit, version: 1 }, stored, { ...found, people: 0 }, false)).toEqual({ refused: 'not_found', field: 'people' });
    expect(decideEdit(edit, undefined, found, false)).toEqual({ refused: 'not_found' });
  });
});
