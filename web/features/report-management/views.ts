import type { ManagedRow } from '../../../domain/report-management/contract.ts';
import type { bulkActions } from '../../../domain/report-management/limits.ts';

export const views = ['all', 'visible', 'hidden', 'verified', 'catalog', 'noIdentity'] as const;
export type View = (typeof views)[number];

/** The view in an address; all reports if there is none. */
export const getView = (text: string | undefined): View => views.find((view) => view === text) ?? 'all';

export type ChangeAction = (typeof bulkActions)[number];
export type Undoable = Exclude<ChangeAction, 'move' | 'delete'>;
export const inverses: Record<Undoable, Undoable> = {
  show: 'hide',
  hide: 'show',
  verify: 'unverify',
  unverify: 'verify',
  catalog: 'uncatalog',
  uncatalog: 'catalog',
};

/** Whether the action would change a row. */
export function wouldChange(action: Undoable, row: Pick<ManagedRow, 'hidden' | 'verified' | 'onCatalog'>): boolean {
  switch (action) {
    case 'show':
      return row.hidden;
    case 'hide':
      return !row.hidden;
    case 'verify':
      return !row.verified;
    case 'unverify':
      return row.verified;
    case 'catalog':
      return !row.onCatalog;
    case 'uncatalog':
      return row.onCatalog;
  }
}

/** A row as it looks after the action. */
export const rowAfter = (action: Undoable, row: ManagedRow): ManagedRow => ({
  ...row,
  hidden: action === 'hide' || (action !== 'show' && row.hidden),
  verified: action === 'verify' || (action !== 'unverify' && row.verified),
  onCatalog: action === 'catalog' || (action !== 'uncatalog' && row.onCatalog),
});
