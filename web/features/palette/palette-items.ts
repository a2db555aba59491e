import type { ReportCard } from '../../../domain/reports/contract.ts';
import { fold, matchesSearch } from '../../../domain/text/fold.ts';

/** The minimum query length for a server search. */
export const shortestQuery = 2;
const maxSettings = 12;

type Common = { id: string; title: string; detail: string };
export type PaletteItem =
  | (Common & { kind: 'report'; href: string; report: ReportCard })
  | (Common & { kind: 'group' | 'subgroup'; href: string; hue: number })
  | (Common & { kind: 'catalog' | 'screen' | 'person' | 'setting'; href: string })
  | (Common & { kind: 'action'; run: () => void });

type SectionName = 'recents' | 'reports' | 'groups' | 'catalog' | 'people' | 'screens' | 'settings' | 'actions';
export type PaletteSection = { name: SectionName; items: PaletteItem[] };

type Found = {
  reports: readonly ReportCard[];
  groups: readonly { id: string; name: string; hue: number }[];
  subgroups: readonly { id: string; name: string; group: string; hue: number }[];
  people: readonly { id: string; name: string; email: string }[];
  catalog: readonly { id: string; title: string; group: string | null }[];
};

export type Sources = {
  query: string;
  /** The server's results for this query; undefined while there are none. */
  found: Found | undefined;
  recents: readonly ReportCard[];
  screens: readonly { href: string; title: string; detail: string }[];
  /** Rows, cards and tabs of the settings that match the query, limited to those this user may open. */
  settings: readonly { id: string; title: string; place: string; href: string }[];
  actions: readonly { id: string; title: string; run: () => void }[];
  getAddress: (report: ReportCard) => string;
  words: { group: string; getSubgroup: (group: string) => string; external: string; onCatalog: string };
};

const pathLabel = (report: ReportCard, external: string) =>
  [report.group?.name, report.subgroup?.name, report.kind === 'external' ? external : null].filter(Boolean).join(', ');

/** Titles that start with the query come before those that contain it; each half keeps the server's order. */
function nearestFirst(items: readonly PaletteItem[], query: string): PaletteItem[] {
  const wanted = fold(query);
  const begins = (item: PaletteItem) => fold(item.title).startsWith(wanted);
  return [...items.filter(begins), ...items.filter((item) => !begins(item))];
}

/** A section with an exact match comes first, with that item on top, so that Enter opens it. */
function namedFirst(sections: readonly PaletteSection[], query: string): PaletteSection[] {
  const wanted = fold(query).trim();
  const named = (item: PaletteItem) => fold(item.title).trim() === wanted;
  const holds = ({ items }: PaletteSection) => items.some(named);
  const lifted = sections
    .filter(holds)
    .map(({ name, items }) => ({ name, items: [...items.filter(named), ...items.filter((item) => !named(item))] }));
  return [...lifted, ...sections.filter((section) => !holds(section))];
}

/** The palette's sections: recents before a search, then the matches; empty sections are left out. */
export function paletteSections({ query, found, recents, screens, settings, actions, getAddress, words }: Sources): PaletteSection[] {
  const asReport = (report: ReportCard): PaletteItem => ({
    kind: 'report',
    id: `report ${report.id}`,
    title: report.title,
    detail: pathLabel(report, words.external),
    href: getAddress(report),
    report,
  });
  const matches = ({ title }: { title: string }) => matchesSearch(title, query);
  const searching = query.trim().length >= shortestQuery;
  const reports = (found?.reports ?? []).map(asReport);
  const groups: PaletteItem[] = [
    ...(found?.groups ?? []).map(({ id, name, hue }) => ({
      kind: 'group' as const,
      id: `group ${id}`,
      title: name,
      detail: words.group,
      href: `/reports?group=${id}`,
      hue,
    })),
    ...(found?.subgroups ?? []).map(({ id, name, group, hue }) => ({
      kind: 'subgroup' as const,
      id: `subgroup ${id}`,
      title: name,
      detail: words.getSubgroup(group),
      href: `/${id}/reports`,
      hue,
    })),
  ];
  const sections: PaletteSection[] = [
    { name: 'recents', items: searching ? [] : recents.filter(matches).map(asReport) },
    { name: 'reports', items: searching ? nearestFirst(reports, query) : [] },
    { name: 'groups', items: searching ? groups : [] },
    {
      name: 'catalog',
      items: searching
        ? (found?.catalog ?? []).map(({ id, title, group }) => ({
            kind: 'catalog',
            id: `catalog ${id}`,
            title,
            detail: [group, words.onCatalog].filter(Boolean).join(', '),
            href: `/catalogs?ask=${id}`,
          }))
        : [],
    },
    {
      name: 'people',
      items: searching
        ? (found?.people ?? []).map(({ id, name, email }) => ({
            kind: 'person',
            id: `person ${id}`,
            title: name,
            detail: email,
            href: `/user?id=${id}`,
          }))
        : [],
    },
    { name: 'screens', items: screens.filter(matches).map((screen) => ({ kind: 'screen', id: `screen ${screen.href}`, ...screen })) },
    {
      name: 'settings',
      items: searching
        ? settings
            .slice(0, maxSettings)
            .map(({ id, title, place, href }) => ({ kind: 'setting', id: `setting ${id}`, title, detail: place, href }))
        : [],
    },
    {
      name: 'actions',
      items: actions.filter(matches).map((action) => ({ kind: 'action', detail: '', ...action, id: `action ${action.id}` })),
    },
  ];
  const filled = sections.filter((section) => section.items.length > 0);
  return searching ? namedFirst(filled, query) : filled;
}

export const getItems = (sections: readonly PaletteSection[]): PaletteItem[] => sections.flatMap((section) => section.items);

/** The item after or before another, wrapping around; an item no longer in the list counts as the first. */
export function moveBy(items: readonly PaletteItem[], id: string | null, step: 1 | -1): string | null {
  if (items.length === 0) return null;
  const at = items.findIndex((item) => item.id === id);
  const next = at < 0 ? (step === 1 ? 0 : items.length - 1) : (at + step + items.length) % items.length;
  return items[next]?.id ?? null;
}
