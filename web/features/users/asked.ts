import type { StatusAction } from '../../../domain/users/transitions.ts';
import type { Filter } from './loader.ts';
import type { UserRow } from './queries.ts';
import type { Bulk } from './use-change-users.ts';

/** The users an action is for: some by name, or everyone who matches the filter. */
export type Chosen = { count: number; rows: readonly UserRow[]; ids?: readonly string[]; filter?: Filter };

export const chosenRows = (rows: readonly UserRow[]): Chosen => ({ count: rows.length, rows, ids: rows.map(({ id }) => id) });

/** The users of a bulk call. With a filter the server refuses any other number than the one shown. */
export const namedBy = ({ ids, filter, count }: Chosen): Pick<Bulk, 'ids' | 'filter' | 'expected'> =>
  ids ? { ids: [...ids] } : { filter: filter ?? {}, expected: count };

/** The open dialog's question. */
type Asked =
  | { what: 'status'; action: StatusAction; chosen: Chosen }
  | { what: 'group'; chosen: Chosen }
  | { what: 'expiry'; chosen: Chosen }
  | { what: 'remove'; chosen: Chosen }
  | { what: 'duplicate'; row: UserRow };

export type Asking = Asked & { onDone?: (() => void) | undefined };

export type DialogProps<What extends Asking['what']> = Extract<Asking, { what: What }> & { opened: boolean; onClose: () => void };

/** Props of every tab of a user's page. */
export type PanelProps = { onAsk: (asking: Asking) => void };
