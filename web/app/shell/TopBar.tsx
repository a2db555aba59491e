import { Fragment } from 'react';
import { useTranslation } from '../../i18n.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { IconArrowLeft, IconChevronRight, IconHelpCircle, IconSearch } from '../../ui/icons.ts';
import { UiLink } from '../../ui/UiLink.tsx';
import { type Crumb, useTrail } from '../address/breadcrumb.ts';
import { Bell } from './Bell.tsx';
import type { Width } from './media.ts';
import { palette, shortcutSheet } from './overlays.ts';
import { isApple } from './platform.ts';
import { useSearchLabel, useShellMenu } from './use-shell.ts';
import './top-bar.css';

/**
 * The page's breadcrumb, or the name of its menu entry while the page sets none. A page of both sides names itself alone: the side it is
 * shown on comes before it.
 */
function useCrumbs(): readonly Crumb[] {
  const { t } = useTranslation();
  const trail = useTrail();
  const { mode, current } = useShellMenu();
  const crumbs = trail.length > 0 ? trail : current ? [{ label: t(`shell.entry.${current.name}`) }] : [];
  if (crumbs.length !== 1 || current?.name === 'home') return crumbs;
  return mode === 'manage' ? [{ label: t('shell.mode.manage') }, ...crumbs] : [{ label: t('shell.entry.home'), href: '/' }, ...crumbs];
}

function Trail({ crumbs }: { crumbs: readonly Crumb[] }) {
  const { t } = useTranslation();
  return (
    <nav className="trail" aria-label={t('shell.trail')}>
      <ol className="plain-list">
        {crumbs.map((crumb, index) => {
          const last = index === crumbs.length - 1;
          return (
            <Fragment key={`${crumb.href} ${crumb.label}`}>
              <li>
                {crumb.href && !last ? (
                  <UiLink href={crumb.href}>{crumb.label}</UiLink>
                ) : (
                  <span aria-current={last ? 'page' : undefined}>{crumb.label}</span>
                )}
              </li>
              {!last && (
                <li aria-hidden="true">
                  <IconChevronRight size={14} />
                </li>
              )}
            </Fragment>
          );
        })}
      </ol>
    </nav>
  );
}

function PhoneBack({ crumbs }: { crumbs: readonly Crumb[] }) {
  const { t } = useTranslation();
  const back = crumbs.slice(0, -1).findLast((crumb) => crumb.href);
  if (!back?.href) return null;
  return (
    <header className="top top-phone">
      <UiLink href={back.href} className="top-back" aria-label={t('shell.backTo', { place: back.label })}>
        <IconArrowLeft size={20} stroke={1.8} aria-hidden="true" />
        <span>{back.label}</span>
      </UiLink>
    </header>
  );
}

/** An embedded portal has no frame; below its home there is a way back. */
export function BareTrail({ width }: { width: Width }) {
  const crumbs = useCrumbs();
  if (crumbs.length < 2) return null;
  return width === 'phone' ? (
    <PhoneBack crumbs={crumbs} />
  ) : (
    <header className="top">
      <Trail crumbs={crumbs} />
    </header>
  );
}

/** Above every page: breadcrumb, search, help and bell. On a phone only the way back. */
export function TopBar({ width }: { width: Width }) {
  const { t } = useTranslation();
  const crumbs = useCrumbs();
  const searchLabel = useSearchLabel();
  if (width === 'phone') return <PhoneBack crumbs={crumbs} />;
  return (
    <header className="top">
      <Trail crumbs={crumbs} />
      <button
        type="button"
        className="find"
        aria-haspopup="dialog"
        aria-keyshortcuts={isApple ? 'Meta+K' : 'Control+K'}
        onClick={palette.open}
      >
        <IconSearch size={16} aria-hidden="true" />
        <span>{t(searchLabel)}</span>
        <span className="push" aria-hidden="true">
          <kbd className="kbd">{isApple ? '⌘ K' : 'Ctrl K'}</kbd>
        </span>
      </button>
      <IconButton icon={IconHelpCircle} label={t('shell.help')} onClick={shortcutSheet.open} />
      <Bell />
    </header>
  );
}
