import type { ReactNode } from 'react';
import { DrawerForm, DrawerFrame } from '../../ui/FormDrawer.tsx';
import { ListSkeleton } from '../../ui/Skeletons.tsx';
import { ReadFailure } from '../data/ReadFailure.tsx';
import { Reading } from './Reading.tsx';

type Props = {
  opened: boolean;
  /** While the record loads, and if it can't be read. */
  title: string;
  /** What to say of a record that no longer exists. */
  gone?: string;
  onClose: () => void;
  /** A component that reads the record with suspense and renders a `DrawerForm`. */
  children: ReactNode;
};

/** A drawer whose record loads after it has opened; the form begins only when there is a record. */
export function RecordDrawer({ opened, title, gone, onClose, children }: Props) {
  const without = (content: ReactNode) => (
    <DrawerForm title={title} dirty={false} readOnly onSubmit={() => {}} onClose={onClose}>
      {content}
    </DrawerForm>
  );
  return (
    <DrawerFrame opened={opened} onClose={onClose}>
      <Reading
        waiting={(onRetry) => without(<ListSkeleton onRetry={onRetry} />)}
        failure={(failed) => without(<ReadFailure {...failed} gone={gone} />)}
      >
        {children}
      </Reading>
    </DrawerFrame>
  );
}
