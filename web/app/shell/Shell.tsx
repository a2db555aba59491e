import { Outlet } from '@tanstack/react-router';
import { lazy, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { underWay } from '../../features/exports/under-way.ts';
import { useTranslation, withTexts } from '../../i18n.ts';
import { confirmStore } from '../../ui/confirm.ts';
import { SkipLink } from '../../ui/SkipLink.tsx';
import { useTheme } from '../../ui/UiProvider.tsx';
import { usePathname, useSearchValues } from '../address/address.ts';
import { useTrail } from '../address/breadcrumb.ts';
import { freshFactor } from '../session/fresh-factor.ts';
import { isEmbedded } from '../start/embedded.ts';
import { endFirstFrame } from '../start/first-frame.ts';
import { useArrival } from './arrival.ts';
import { BottomBar } from './BottomBar.tsx';
import { changeFrame, useFrame } from './frame.ts';
import { NoPermission, NotFoundInside } from './InsidePages.tsx';
import { useWidth } from './media.ts';
import { OfflineNotice } from './OfflineNotice.tsx';
import { companySwitcher, menuOverlay, palette, questionnaire, shortcutSheet } from './overlays.ts';
import { Part } from './Part.tsx';
import { SideMenu } from './SideMenu.tsx';
import { BareTrail, TopBar } from './TopBar.tsx';
import { useLanding } from './use-landing.ts';
import { useNoticeWaits } from './use-notice-waits.ts';
import { useIsVisiting, useShellMenu } from './use-shell.ts';
import { useShellKeys } from './use-shell-keys.ts';
import { useToastCare } from './use-toast-care.ts';
import './shell.css';

const AccountDrawers = lazy(() => import('./AccountDrawers.tsx').then((module) => ({ default: module.AccountDrawers })));
const ReportLayer = lazy(() => import('../../features/reports/layer/ReportLayer.tsx').then((module) => ({ default: module.ReportLayer })));
const ExportsHost = lazy(() => import('../../features/exports/ExportsHost.tsx').then((module) => ({ default: module.ExportsHost })));
const CompanySwitcher = lazy(() =>
  withTexts(['personal'], () => import('../../features/companies/CompanySwitcher.tsx')).then((module) => ({
    default: module.CompanySwitcher,
  })),
);
const QuestionnaireHost = lazy(() =>
  import('../../features/questionnaire/QuestionnaireHost.tsx').then((module) => ({ default: module.QuestionnaireHost })),
);
const NoticeGate = lazy(() => import('../../features/notices/NoticeGate.tsx').then((module) => ({ default: module.NoticeGate })));
const SessionEnd = lazy(() => import('../../features/session/SessionEnd.tsx').then((module) => ({ default: module.SessionEnd })));
const FreshFactor = lazy(() =>
  withTexts(['personal'], () => import('../../features/two-factor/FreshFactor.tsx')).then(
    (module) => ({ default: module.FreshFactor }),
    (error: unknown) => {
      // The prompt's code could not be loaded; answering false keeps waiting callers from hanging.
      freshFactor.answer(false);
      throw error;
    },
  ),
);
const PartnerBar = lazy(() => import('../../features/partner-access/PartnerBar.tsx').then((module) => ({ default: module.PartnerBar })));
const Palette = lazy(() => import('../../features/palette/Palette.tsx').then((module) => ({ default: module.Palette })));
const RemoteHost = lazy(() => import('../../features/remote-access/RemoteHost.tsx').then((module) => ({ default: module.RemoteHost })));
const ConfirmHost = lazy(() => import('../../ui/Confirm.tsx').then((module) => ({ default: module.ConfirmHost })));
const ShortcutSheet = lazy(() => import('./ShortcutSheet.tsx').then((module) => ({ default: module.ShortcutSheet })));

/** Pages that bring their own bar and use the whole window. */
const viewerPages = ['report-view', 'report-manage', 'external-view'];
const pagesWithReport = ['report-view', 'report-manage'];

/** True from the first time on, so that a part stays mounted with its state once it was needed. */
function useOnce(now: boolean): boolean {
  const [once, setOnce] = useState(now);
  if (now && !once) setOnce(true);
  return once;
}

/** The overlaid menu closes on Esc, on a press beside it and on navigation. */
function useMenuOverlay(path: string) {
  const open = menuOverlay.useIsOpen();
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path is the reason to close.
  useEffect(menuOverlay.close, [path]);
  // Focus and keys belong to the document: the menu takes both while it is open, and gives the focus back.
  useEffect(() => {
    if (!open) return;
    const before = document.activeElement;
    box.current?.querySelector<HTMLElement>('a')?.focus();
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && menuOverlay.close();
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('keydown', onKey);
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [open]);
  return { open, box };
}

/** Titles the tab after the page and the tenant. */
function useDocumentTitle() {
  const { pageTitle } = useTheme();
  const label = useTrail().at(-1)?.label;
  useEffect(() => {
    document.title = label ? `${label} · ${pageTitle}` : pageTitle;
  }, [label, pageTitle]);
}

/** The frame around a page: menu, bar, palette, and the report layer above the outlet. */
export function Shell() {
  const { t } = useTranslation();
  // The first frame is part of the document; it ends before the shell is painted over it.
  useLayoutEffect(endFirstFrame, []);
  const path = usePathname();
  const width = useWidth();
  const { folded } = useFrame();
  const arrival = useLanding();
  const shellMenu = useShellMenu();
  const page = arrival.kind === 'page' ? arrival.page : null;
  const viewer = page !== null && viewerPages.includes(page);
  const roomy = width === 'wide' && !viewer;
  const docked = roomy && !folded;
  const overlay = useMenuOverlay(path);
  const withReports = useOnce(page !== null && pagesWithReport.includes(page));
  const withPalette = useOnce(palette.useIsOpen());
  const visiting = useIsVisiting();
  const withCompanies = useOnce(companySwitcher.useIsOpen());
  const withQuestionnaire = useOnce(questionnaire.useIsOpen());
  const withNotices = useNoticeWaits();
  const withSheet = useOnce(shortcutSheet.useIsOpen());
  const { exports: exportsWanted, account, tab } = useSearchValues();
  const exportsAsked = exportsWanted !== undefined;
  // On a narrow screen a report's tools replace it.
  const covered = page === 'report-manage' && tab !== undefined && width !== 'wide';
  const withExports = useOnce(useSyncExternalStore(underWay.subscribe, underWay.is) || exportsAsked);
  const withAccount = useOnce(account !== undefined);
  const factorAsked = freshFactor.useIsAsked();
  const withConfirm = useOnce(useSyncExternalStore(confirmStore.subscribe, () => confirmStore.current() !== null));
  useArrival();
  useDocumentTitle();
  useShellKeys(shellMenu, roomy);
  useToastCare();

  // The player has no portal chrome around it (Spec 2, inside the layout; UI 5).
  if (page === 'playlist-player') {
    return (
      <>
        <Part>
          <RemoteHost />
        </Part>
        <main id="main" tabIndex={-1}>
          <Outlet />
        </main>
      </>
    );
  }
  // The waiting page of remote access is outside the layout and has its own (Spec 2).
  if (page === 'remote-access-wait') return <Outlet />;
  const phone = width === 'phone';
  // The site around an embedded portal provides the frame.
  const bare = isEmbedded;
  const layout = ['shell', bare ? 'shell-bare' : phone ? 'shell-phone' : docked ? 'shell-open' : 'shell-rail', viewer && 'shell-viewer']
    .filter(Boolean)
    .join(' ');
  return (
    <>
      <SkipLink>{t('ui.skip.content')}</SkipLink>
      {viewer && !covered && <SkipLink target="report">{t('shell.skip.report')}</SkipLink>}
      {visiting && (
        <Part>
          <PartnerBar />
        </Part>
      )}
      {!bare && (
        <Part>
          <RemoteHost />
        </Part>
      )}
      {!bare && (
        <Part>
          <SessionEnd />
        </Part>
      )}
      <div className={layout}>
        {!bare && !phone && !overlay.open && (
          <SideMenu rail={!docked} onToggle={roomy ? () => changeFrame({ folded: !folded }) : menuOverlay.toggle} />
        )}
        {!bare && !phone && overlay.open && (
          <>
            <div className="side-gap" />
            <div ref={overlay.box} className="side-over">
              <SideMenu rail={false} onToggle={menuOverlay.close} />
            </div>
            {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: Esc closes it by keyboard. */}
            <div className="side-veil" onClick={menuOverlay.close} />
          </>
        )}
        <div className="shell-main">
          <OfflineNotice />
          {!viewer && (bare ? <BareTrail width={width} /> : <TopBar width={width} />)}
          <main id="main" tabIndex={-1} className="shell-page">
            {arrival.kind === 'page' && <Outlet />}
            {arrival.kind === 'not-found' && <NotFoundInside />}
            {arrival.kind === 'no-permission' && <NoPermission />}
          </main>
          {withReports && (
            <Part>
              <ReportLayer />
            </Part>
          )}
        </div>
        {phone && !viewer && !bare && <BottomBar />}
        {factorAsked && (
          <Part>
            <FreshFactor />
          </Part>
        )}
        {withPalette && (
          <Part>
            <Palette />
          </Part>
        )}
        {withCompanies && (
          <Part>
            <CompanySwitcher />
          </Part>
        )}
        {withSheet && (
          <Part>
            <ShortcutSheet />
          </Part>
        )}
        {withExports && (
          <Part>
            <ExportsHost />
          </Part>
        )}
        {withConfirm && (
          <Part>
            <ConfirmHost />
          </Part>
        )}
        {withAccount && (
          <Part>
            <AccountDrawers />
          </Part>
        )}
        {withNotices && (
          <Part>
            <NoticeGate />
          </Part>
        )}
        {withQuestionnaire && !withNotices && (
          <Part>
            <QuestionnaireHost />
          </Part>
        )}
      </div>
    </>
  );
}
