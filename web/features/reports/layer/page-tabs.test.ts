import { describe, expect, it } from 'vitest';
import { getNeighbour, getTabs, pageOfDigit, type ReportPage, wantedPage, withActive } from './page-tabs.ts';

const pages: ReportPage[] = [
  { name: 'p1', title: 'Resumo', hidden: false, active: true },
  { name: 'p2', title: 'Por regional', hidden: false, active: false },
  { name: 'drill', title: 'Detalhe', hidden: true, active: false },
];
const names = (list: readonly ReportPage[]) => list.map((page) => page.name);

describe('the tabs of a report', () => {
  it('a hidden page has a tab only when the option says so or while it is open', () => {
    expect(names(getTabs(pages, false))).toEqual(['p1', 'p2']);
    expect(names(getTabs(pages, true))).toEqual(['p1', 'p2', 'drill']);
    expect(names(getTabs(withActive(pages, 'drill'), false))).toEqual(['p1', 'p2', 'drill']);
  });

  it('an address opens a visible page, and a hidden one only with the option', () => {
    expect(wantedPage(pages, 'p2', false)?.name).toBe('p2');
    expect(wantedPage(pages, 'drill', false)).toBeNull();
    expect(wantedPage(pages, 'drill', true)?.name).toBe('drill');
    expect(wantedPage(pages, 'nothing', true)).toBeNull();
    expect(wantedPage(pages, undefined, true)).toBeNull();
  });

  it('digits and arrows stop at the ends', () => {
    const tabs = getTabs(pages, false);
    expect(pageOfDigit(tabs, 2)?.name).toBe('p2');
    expect(pageOfDigit(tabs, 3)).toBeNull();
    expect(getNeighbour(tabs, 1)?.name).toBe('p2');
    expect(getNeighbour(tabs, -1)).toBeNull();
    expect(getNeighbour(withActive(tabs, 'p2'), 1)).toBeNull();
  });
});
