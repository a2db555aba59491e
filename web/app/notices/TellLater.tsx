import { type ComponentProps, lazy, Suspense } from 'react';

const TellAdministrator = lazy(() => import('./TellAdministrator.tsx').then((module) => ({ default: module.TellAdministrator })));

/** Lazy `TellAdministrator`, for frequently loaded pages that seldom need it. */
export function TellLater(props: ComponentProps<typeof TellAdministrator>) {
  return (
    <Suspense>
      <TellAdministrator {...props} />
    </Suspense>
  );
}
