import { getHome } from '../../../domain/access/screens.ts';
import { useTranslation } from '../../i18n.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { DetailSkeleton } from '../../ui/Skeletons.tsx';
import { ViewerState } from '../../ui/ViewerState.tsx';
import { useBreadcrumb } from '../address/breadcrumb.ts';
import { TellLater } from '../notices/TellLater.tsx';
import { useWho } from '../session/session.ts';

function HomeLink({ kind = 'primary' }: { kind?: 'primary' | 'default' }) {
  const { t } = useTranslation();
  const who = useWho();
  return (
    <ButtonLink kind={kind} href={who ? getHome(who.profile) : '/'}>
      {t('session.goHome')}
    </ButtonLink>
  );
}

/** A page that does not exist. */
export function NotFoundInside() {
  const { t } = useTranslation();
  useBreadcrumb([{ label: t('session.notFound.title') }]);
  return (
    <div className="page inside-state">
      <ViewerState heading="h1" seed="lost" title={t('session.notFound.title')} cause={t('session.notFound.text')} actions={<HomeLink />} />
    </div>
  );
}

/** A page of the profile for which a permission is missing. */
export function NoPermission() {
  const { t } = useTranslation();
  const administers = useWho()?.user.mayManage ?? false;
  useBreadcrumb([{ label: t('shell.noPermission.title') }]);
  return (
    <div className="page inside-state">
      <ViewerState
        heading="h1"
        seed="closed"
        title={t('shell.noPermission.title')}
        cause={t('no_page_permission')}
        next={!administers && t('shell.noPermission.next')}
        actions={
          <>
            <HomeLink />
            <TellLater problem="permission" />
          </>
        }
      />
    </div>
  );
}

/** Shown during a visit: every call of the page requires the user's own session. */
export function ClosedToVisits({ title, text }: { title: string; text: string }) {
  return (
    <div className="page inside-state">
      <ViewerState heading="h1" seed="closed" title={title} cause={text} actions={<HomeLink />} />
    </div>
  );
}

/** A page whose code could not be loaded or that failed to render. */
export function PageError() {
  const { t } = useTranslation();
  return (
    <div className="page inside-state">
      <ViewerState
        heading="h1"
        seed="broken"
        title={t('unexpected')}
        cause={t('shell.pageFailed')}
        actions={
          <>
            <Button kind="primary" onClick={() => location.reload()}>
              {t('shell.reload')}
            </Button>
            <HomeLink kind="default" />
          </>
        }
      />
    </div>
  );
}

export function PagePending() {
  return (
    <div className="page">
      <DetailSkeleton onRetry={() => location.reload()} />
    </div>
  );
}
