import type { Asking } from './asked.ts';
import { DuplicateDialog } from './DuplicateDialog.tsx';
import { ExpiryDialog } from './ExpiryDialog.tsx';
import { GroupDialog } from './GroupDialog.tsx';
import { RemoveUsers } from './RemoveUsers.tsx';
import { StatusDialog } from './StatusDialog.tsx';

type Props = { asked: Asking; opened: boolean; onClose: () => void; onAdded: (id: string) => void };

/** Renders the open dialog. */
export function UserDialogs({ asked, opened, onClose, onAdded }: Props) {
  switch (asked.what) {
    case 'status':
      return <StatusDialog {...asked} opened={opened} onClose={onClose} />;
    case 'group':
      return <GroupDialog {...asked} opened={opened} onClose={onClose} />;
    case 'expiry':
      return <ExpiryDialog {...asked} opened={opened} onClose={onClose} />;
    case 'remove':
      return <RemoveUsers {...asked} opened={opened} onClose={onClose} />;
    case 'duplicate':
      return <DuplicateDialog {...asked} opened={opened} onClose={onClose} onAdded={onAdded} />;
  }
}
