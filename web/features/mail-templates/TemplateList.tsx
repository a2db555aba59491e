import { useSuspenseQuery } from '@tanstack/react-query';
import { families } from '../../../domain/notifications/families.ts';
import { languageNames } from '../../../i18n/languages.ts';
import { useTranslation } from '../../i18n.ts';
import { Badge } from '../../ui/Badge.tsx';
import { IconChevronRight } from '../../ui/icons.ts';
import { UiLink } from '../../ui/UiLink.tsx';
import { templatesQuery } from './loader.ts';

/** The kinds of mail by family, each with the languages that the unit has worded itself. */
export function TemplateList() {
  const { t } = useTranslation();
  const { data } = useSuspenseQuery(templatesQuery);
  return families.map((family) => {
    const items = data.items.filter((item) => item.family === family);
    if (items.length === 0) return null;
    return (
      <section key={family} className="templates-family" aria-labelledby={`templates-${family}`}>
        <h2 id={`templates-${family}`}>{t(`inbox.family.${family}`)}</h2>
        <ul className="card templates-list">
          {items.map(({ kind, own }) => (
            <li key={kind}>
              <UiLink href={`/notifications?tab=templates&kind=${kind}`} className="templates-row">
                <span className="templates-name">{t(`notifications.${kind}.name`)}</span>
                {own.length === 0 ? (
                  <span className="small muted">{t('templates.state.builtIn')}</span>
                ) : (
                  <span className="templates-own">
                    {own.map(({ language, imported }) => (
                      <Badge key={language} tone="info">
                        {languageNames[language]}
                        {imported ? ` · ${t('templates.state.html')}` : ''}
                      </Badge>
                    ))}
                  </span>
                )}
                <IconChevronRight size={16} aria-hidden="true" />
              </UiLink>
            </li>
          ))}
        </ul>
      </section>
    );
  });
}
