import type { ReactNode } from 'react';
import { useEntryTranslation } from '../i18n.ts';
import { LanguageSelect } from './LanguageSelect.tsx';
import { Mark } from './Mark.tsx';
import { Ridges } from './Ridges.tsx';
import { SkipLink } from './SkipLink.tsx';
import { useTheme } from './UiProvider.tsx';
import './PublicLayout.css';

type Props = {
  title: string;
  /** One sentence under the title. */
  lead?: ReactNode;
  children?: ReactNode;
  /** At most two, as `QuietNotice`. */
  notices?: ReactNode;
  /** On the right of the footer: help, privacy. */
  links?: ReactNode;
  /** An uploaded picture replaces the landscape. */
  picture?: string | null;
};

/**
 * The layout of all pages without a session: landscape and a column with mark, one h1, one action. The theme may mirror it or remove the
 * landscape.
 */
export function PublicLayout({ title, lead, children, notices, links, picture }: Props) {
  const { t } = useEntryTranslation();
  const theme = useTheme();
  const dunes = theme.landscape === 'dunes';
  const variant = theme.showBackgroundImage ? (theme.mirrored ? 'public public-mirrored' : 'public') : 'public public-plain';
  return (
    <div className={variant}>
      <SkipLink>{t('ui.skip.content')}</SkipLink>
      {theme.showBackgroundImage && (
        <div className="public-land" aria-hidden="true">
          {picture ? (
            <img src={picture} alt="" />
          ) : (
            <Ridges
              seed={dunes ? 'aurora6' : 'vertice3'}
              base={theme.loginBackground}
              kind={theme.landscape}
              mode="own"
              width={928}
              height={900}
              layers={7}
              horizon={0.46}
              sun={theme.sun}
              sunX={theme.mirrored ? 0.34 : 0.68}
            />
          )}
        </div>
      )}
      <div className="public-column">
        <header className="public-brand">
          <Mark size={38} />
          <span className="public-name">{theme.name}</span>
        </header>
        <main id="main" className="public-main" tabIndex={-1}>
          <h1 id="page-title" className="h1-hero" tabIndex={-1}>
            {title}
          </h1>
          {lead && <p className="public-lead muted">{lead}</p>}
          {children && <div className="public-body">{children}</div>}
          {notices && (
            <section className="public-notices" aria-label={t('ui.public.notices')}>
              {notices}
            </section>
          )}
        </main>
        <footer className="public-foot tiny muted">
          <LanguageSelect />
          {links && <span className="public-links">{links}</span>}
        </footer>
      </div>
    </div>
  );
}
