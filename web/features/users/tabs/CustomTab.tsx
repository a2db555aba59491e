import { useUserForm } from '../user-form.tsx';

/** The fields that this unit has added. */
export function CustomTab() {
  const form = useUserForm();
  return form.user ? null : null;
}
