import { Checkbox } from '@mantine/core';
import { builtPages, screens } from '../../../domain/access/screens.ts';
import { hideableNames } from '../../../domain/settings/limits.ts';
import { useTranslation } from '../../i18n.ts';
import { labels } from './menu-labels.ts';

type Name = keyof typeof labels;
// Entries hidden along with a name: hiding a list hides the pages it opens.
const companions: Partial<Record<Name, readonly string[]>> = {
  powerbi: ['powerbi/workspace'],
  'management/report': ['management/view'],
  playlists: ['playlist/view'],
  help_desk: ['help_desk/{id}'],
};

type Props = {
  kind: 'partner' | 'unit';
  value: readonly string[];
  itself: readonly string[];
  others: readonly string[];
  onChange: (names: string[]) => void;
};

/** The entries this layer hides from the menu of a unit or partner and of all below it; the union of all layers is hidden. */
export function MenuFields({ kind, value, itself, others, onChange }: Props) {
  const { t } = useTranslation();
  const profile = kind === 'partner' ? 'master' : 'admin';
  const names = (Object.keys(labels) as Name[]).filter((name) => {
    const page = screens.find((screen) => screen.name === name)?.pages[profile];
    return hideableNames.includes(name) && page !== undefined && builtPages.includes(page);
  }); // because Object.keys loses the literal type
  const toggle = (name: Name, hide: boolean) => {
    const with_ = [name, ...(companions[name] ?? [])];
    const rest = value.filter((each) => !with_.includes(each));
    onChange((hide ? [...rest, ...with_] : rest).toSorted());
  };
  return (
    <fieldset className="menu-fields">
      <legend>{t('tenants.menu.legend')}</legend>
      <p className="small muted">{t(`tenants.menu.text.${kind}`)}</p>
      <div className="menu-grid">
        {names.map((name) => {
          const above = others.includes(name);
          const note = above ? t('tenants.menu.byOthers') : itself.includes(name) ? t('tenants.menu.byItself') : undefined;
          return (
            <Checkbox
              key={name}
              label={t(labels[name])}
              description={note}
              checked={value.includes(name)}
              onChange={(event) => toggle(name, event.currentTarget.checked)}
            />
          );
        })}
      </div>
      {value.includes('help_desk') && <p className="small host-waiting">{t('tenants.menu.support')}</p>}
    </fieldset>
  );
}
