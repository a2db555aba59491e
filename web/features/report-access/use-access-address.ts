import { sightViews } from '../../../domain/report-access/limits.ts';
import { useSearchValues, useSetSearch } from '../../app/address/address.ts';

export const parts = ['grants', 'people', 'why'] as const;
export type Part = (typeof parts)[number];
const kinds = ['user', 'group'] as const;

/** The tab's state, read from its address; `page`, `view` and the like belong to the viewer beside it. */
export function useAccessAddress() {
  const values = useSearchValues();
  const change = useSetSearch();
  const part: Part = parts.find((each) => each === values.part) ?? 'grants';
  const page = Math.max(1, Number.parseInt(values.at ?? '1', 10) || 1);
  return {
    part,
    page,
    search: values.find ?? '',
    kind: kinds.find((kind) => kind === values.kind),
    view: sightViews.find((view) => view === values.who) ?? ('seeing' as const),
    ending: values.order === 'ends',
    adding: values.new === '1',
    editing: values.grant,
    testing: values.as,
    explaining: values.why,
    change,
    /** Changes filters and goes back to the first page. */
    refine: (next: Parameters<typeof change>[0], how?: { replace?: boolean }) => change({ ...next, at: undefined }, how),
    show: (next: Part, more: Parameters<typeof change>[0] = {}) =>
      change({
        part: next === 'grants' ? undefined : next,
        find: undefined,
        kind: undefined,
        who: undefined,
        order: undefined,
        at: undefined,
        why: undefined,
        ...more,
      }),
  };
}
export type AccessAddress = ReturnType<typeof useAccessAddress>;
