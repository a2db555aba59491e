import { userFlags } from '../../../domain/access/profile.ts';
import { userSorts } from '../../../domain/users/limits.ts';
import { positions, statuses } from '../../../domain/users/person.ts';
import { useListAddress } from '../../app/address/list-address.ts';
import type { Filter, ListInput } from './queries.ts';
import { languages } from './words.ts';

const filters = [
  'status',
  'profile',
  'group',
  'department',
  'position',
  'language',
  'flag',
  'factor',
  'never',
  'invited',
  'expiring',
  'unidentified',
  'removed',
  'from',
  'to',
  'custom',
] as const;
export const views = ['all', 'A', 'T', 'B', 'I', 'D', 'invited', 'never', 'expiring', 'unidentified', 'removed'] as const;
export type View = (typeof views)[number];

const oneOf = <T extends string>(known: readonly T[], text: string | undefined): T | undefined => known.find((each) => each === text);
const dayShape = /^\d{4}-\d\d-\d\d$/;
const idShape = /^[0-9a-f-]{36}$/;
type Values = Readonly<Record<string, string | undefined>>;

/** The view in an address; the views' parameters are mutually exclusive. */
function viewOf(values: Values): View {
  const named = (['removed', 'invited', 'never', 'expiring', 'unidentified'] as const).find((each) => values[each] === '1');
  return named ?? oneOf(statuses, values.status) ?? 'all';
}

const noView = {
  status: undefined,
  removed: undefined,
  invited: undefined,
  never: undefined,
  expiring: undefined,
  unidentified: undefined,
};
export const parametersOf = (view: View): Record<string, string | undefined> => ({
  ...noView,
  ...(oneOf(statuses, view) ? { status: view } : view === 'all' ? {} : { [view]: '1' }),
});

/** The endpoints' filters, read from the address; invalid values count as absent. */
function filterOf(values: Values, search: string): Filter {
  const view = viewOf(values);
  const status = oneOf(statuses, view);
  const profile = oneOf(['a2m', 'master', 'admin', 'user'] as const, values.profile);
  const position = oneOf(positions, values.position);
  const language = oneOf(languages, values.language);
  const flag = oneOf(userFlags, values.flag);
  const factor = oneOf(['with', 'without'] as const, values.factor);
  return {
    ...(status ? { status } : view === 'all' ? {} : { [view]: '1' as const }),
    ...(profile ? { profile } : {}),
    ...(idShape.test(values.group ?? '') ? { group: values.group } : {}),
    ...(values.department ? { department: values.department } : {}),
    ...(position ? { position } : {}),
    ...(language ? { language } : {}),
    ...(flag ? { flag } : {}),
    ...(factor ? { factor } : {}),
    ...(dayShape.test(values.from ?? '') ? { signedFrom: values.from } : {}),
    ...(dayShape.test(values.to ?? '') ? { signedTo: values.to } : {}),
    ...(values.custom ? { custom: values.custom } : {}),
    ...(search ? { search } : {}),
  };
}

/** The state of the user list, read from its address. */
export function useUsersAddress() {
  const list = useListAddress({ sorts: userSorts, filters, memory: 'page_user' });
  const filter = filterOf(list.values, list.search);
  const input: ListInput = { page: list.page, size: list.size, ...filter, ...(list.order ? { sort: list.order } : {}) };
  return { list, view: viewOf(list.values), filter, input };
}

export type UsersAddress = ReturnType<typeof useUsersAddress>;
