import type { GroupRow } from '../../../domain/report-groups/contract.ts';

/** Groups and sub-groups share their pages; the kind selects endpoint and texts. */
export type Kind = 'groups' | 'subgroups';
export type Word = 'group' | 'subgroup';
export const getWord = (kind: Kind): Word => (kind === 'groups' ? 'group' : 'subgroup');

export type View = 'all' | 'visible' | 'hidden' | 'empty' | 'deleted';
export const views: readonly View[] = ['all', 'visible', 'hidden', 'empty', 'deleted'];

type Values = Readonly<Record<string, string | undefined>>;

/** The view in an address. A view is one of the endpoint's two filters, never both. */
export function getView({ visibility, empty }: Values): View {
  const named = views.find((view) => view === visibility && view !== 'all' && view !== 'empty');
  return named ?? (empty === '1' ? 'empty' : 'all');
}

/** The search parameters of a view. */
export const getParameters = (view: View): { visibility: string | undefined; empty: string | undefined } => ({
  visibility: view === 'all' || view === 'empty' ? undefined : view,
  empty: view === 'empty' ? '1' : undefined,
});

/** The filters of the endpoint for a view. */
export const toFilters = (view: View): { visibility?: GroupRow['visibility']; empty?: '1' } => ({
  ...(view === 'all' || view === 'empty' ? {} : { visibility: view }),
  ...(view === 'empty' ? { empty: '1' as const } : {}),
});

export type ChangeAction = 'show' | 'hide' | 'delete' | 'restore';
export const inverses: Record<ChangeAction, ChangeAction> = { show: 'hide', hide: 'show', delete: 'restore', restore: 'delete' };

/** Whether the action would change a row. */
export function wouldChange(action: ChangeAction, { visibility }: Pick<GroupRow, 'visibility'>): boolean {
  switch (action) {
    case 'show':
      return visibility === 'hidden';
    case 'hide':
      return visibility === 'visible';
    case 'delete':
      return visibility !== 'deleted';
    case 'restore':
      return visibility === 'deleted';
  }
}

const basePath = '/reports';
/** Links to every part of the administration. */
export const addresses = {
  groups: basePath,
  subgroups: (groupId: string) => `${basePath}?tab=subgroups&of=${groupId}`,
  newSubgroup: (groupId: string) => `${basePath}?tab=subgroups&of=${groupId}&new=1`,
  looking: (row: Pick<GroupRow, 'id' | 'groupId'>) => (row.groupId ? `/${row.id}/reports` : `${basePath}?group=${row.id}`),
};
