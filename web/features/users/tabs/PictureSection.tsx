import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../app/data/api.ts';
import { PictureChooser } from '../../own-profile/index.ts';
import { type OneUser, refreshUsers } from '../queries.ts';
import { useUserForm } from '../user-form.tsx';

/** The picture of a user, edited by an administrator. */
export function PictureSection({ user }: { user: OneUser }) {
  const client = useQueryClient();
  const form = useUserForm();
  return (
    <PictureChooser
      name={user.name}
      picture={user.picture}
      onUse={async (data) => {
        const { picture, version } = await call('PUT /api/auth/users/{id}/picture', { id: user.id, data });
        form.moved(version, { picture });
        void refreshUsers(client);
      }}
      onRemove={async () => {
        const { version } = await call('DELETE /api/auth/users/{id}/picture', { id: user.id });
        form.moved(version, { picture: null });
        void refreshUsers(client);
      }}
    />
  );
}
