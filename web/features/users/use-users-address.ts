import { statuses } from '../../../domain/users/person.ts';
import { useListAddress } from '../../app/address/list-address.ts';
import { getFilter, getView, listOptions, oneOf, toInput, type View } from './loader.ts';

const noView = {
  status: undefined,
  removed: undefined,
  invited: undefined,
  never: undefined,
  expiring: undefined,
  unidentified: undefined,
};
export const getParameters = (view: View): Record<string, string | undefined> => ({
  ...noView,
  ...(oneOf(statuses, view) ? { status: view } : view === 'all' ? {} : { [view]: '1' }),
});

/** The state of the user list, read from its address. */
export function useUsersAddress() {
  const list = useListAddress(listOptions);
  return { list, view: getView(list.values), filter: getFilter(list.values, list.search), input: toInput(list) };
}

export type UsersAddress = ReturnType<typeof useUsersAddress>;
