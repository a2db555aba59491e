import { UsersPage } from '../features/users/UsersPage.tsx';

/** `/user`: the people of this tenant. */
export function UsersPlace() {
  return <UsersPage />;
}
