import { useSearchValues, useSetSearch } from '../../app/address/address.ts';
import { parts, readAccess } from './loader.ts';

export { parts };
export type Part = (typeof parts)[number];

/** The tab's state, read from its address. */
export function useAccessAddress() {
  const values = useSearchValues();
  const change = useSetSearch();
  return {
    ...readAccess(values),
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
