import { useOwnSearchValues, useSetSearch } from '../../app/address/address.ts';

export type StepNumber = 1 | 2 | 3 | 4;
/** Rows per page of the review. */
export const pageSize = 25;

/** The step is in the address, along with the page's other parameters: `?import=3&id=…`. */
export function useImportAddress() {
  const values = useOwnSearchValues();
  const change = useSetSearch();
  const step = ([1, 2, 3, 4] as const).find((each) => String(each) === values.import) ?? 1;
  const cleared = { view: undefined, rows: undefined, find: undefined, ignore: undefined };
  return {
    step,
    id: values.id ?? null,
    view: values.view ?? null,
    page: Math.max(1, Math.trunc(Number(values.rows)) || 1),
    find: values.find ?? '',
    ignore: values.ignore === '1',
    /** Goes to a step and resets the view of the rows. */
    go: (to: StepNumber, more: { id?: string | null; ignore?: boolean; replace?: boolean } = {}) =>
      change(
        { ...cleared, import: String(to), ...('id' in more ? { id: more.id } : {}), ...(more.ignore ? { ignore: '1' } : {}) },
        { replace: more.replace ?? false },
      ),
    show: (view: string | undefined) => change({ view, rows: undefined }, { replace: true }),
    onPage: (page: number) => change({ rows: page === 1 ? undefined : String(page) }),
    onFind: (text: string) => change({ find: text || undefined, rows: undefined }, { replace: true }),
    setIgnore: (on: boolean) => change({ ignore: on ? '1' : undefined }, { replace: true }),
    leave: () => change({ ...cleared, import: undefined, id: undefined }),
  };
}

export type Address = ReturnType<typeof useImportAddress>;
