import type { ReactNode } from 'react';
import { ReadFailure } from '../../../app/data/ReadFailure.tsx';
import { Reading } from '../../../app/layouts/Reading.tsx';
import { CardsSkeleton } from '../../../ui/Skeletons.tsx';

/** Around a page that reads the groups of the menu. */
export function GroupReading({ children }: { children: ReactNode }) {
  const page = (content: ReactNode) => <div className="page">{content}</div>;
  return (
    <Reading waiting={(onRetry) => page(<CardsSkeleton onRetry={onRetry} />)} failure={(failed) => page(<ReadFailure {...failed} />)}>
      {children}
    </Reading>
  );
}
