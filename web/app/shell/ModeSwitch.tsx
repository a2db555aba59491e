import '../../ui/Segmented.css';
import { useTranslation } from '../../i18n.ts';
import { UiLink } from '../../ui/UiLink.tsx';
import type { Menu, Mode } from './menu.ts';

const modes = ['view', 'manage'] as const satisfies readonly Mode[];
export const getFirst = (menu: Menu, mode: Mode): string => menu[mode][0]?.entries[0]?.href ?? '/';

/** Switches between viewing and managing: each half leads to the first page of its side. */
export function ModeSwitch({ menu, mode }: { menu: Menu; mode: Mode }) {
  const { t } = useTranslation();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields, these are links.
    <div className="segmented menu-modes" role="group" aria-label={t('shell.mode')}>
      {modes.map((each) => (
        <UiLink key={each} href={getFirst(menu, each)} aria-current={each === mode ? 'true' : undefined}>
          {t(`shell.mode.${each}`)}
        </UiLink>
      ))}
    </div>
  );
}
