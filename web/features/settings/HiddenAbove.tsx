import { useSuspenseQuery } from '@tanstack/react-query';
import { useTranslation } from '../../i18n.ts';
import { menuLabel } from '../tenants/index.ts';
import { Card } from './AreaForm.tsx';
import { formQuery } from './loader.ts';

const whose = ['partner', 'platform'] as const;

/** Menu entries hidden by the layers above, with the layer's name; they cannot be restored here. */
export function HiddenAbove() {
  const { t } = useTranslation();
  const { data } = useSuspenseQuery(formQuery);
  const shown = (data.hidden_above ?? []).flatMap(({ name, by }) => {
    const label = menuLabel(name);
    return label ? [{ name, label, by: whose.find((each) => each === by) ?? 'platform' }] : [];
  });
  if (shown.length === 0) return null;
  return (
    <Card title={t('settings.hiddenAbove')}>
      <ul className="plain-list">
        {shown.map(({ name, label, by }) => (
          <li key={name}>
            {t(label)} <span className="muted small">{t(`settings.hiddenAbove.${by}`)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
