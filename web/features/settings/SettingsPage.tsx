import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, useState } from 'react';
import { useSearchValues } from '../../app/address/address.ts';
import { useBreadcrumb } from '../../app/address/breadcrumb.ts';
import { useConfig } from '../../app/data/use-config.ts';
import { Reading } from '../../app/layouts/Reading.tsx';
import { useWho } from '../../app/session/session.ts';
import { isInMenu } from '../../app/shell/menu.ts';
import { useIsVisiting, useShellMenu } from '../../app/shell/use-shell.ts';
import { useTranslation } from '../../i18n.ts';
import { IconSearch } from '../../ui/icons.ts';
import { UiLink } from '../../ui/UiLink.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { AuditLog } from '../audit-log/index.ts';
import { CustomFieldsArea } from '../custom-fields/index.ts';
import { AnswersCard } from '../questionnaire/index.ts';
import { SignInLog } from '../sign-in-log/index.ts';
import { type AreaName, getAreas } from './areas.ts';
import { BelowArea } from './BelowArea.tsx';
import { EmbeddingArea } from './EmbeddingArea.tsx';
import { found, getFindables } from './findable.ts';
import { GeneralArea } from './GeneralArea.tsx';
import { MailArea } from './MailArea.tsx';
import { NotificationsArea } from './NotificationsArea.tsx';
import { PeopleArea } from './PeopleArea.tsx';
import { peopleQuery } from './queries.ts';
import { ReportsArea } from './ReportsArea.tsx';
import { SecurityArea } from './SecurityArea.tsx';
import './settings.css';

const parts: Record<AreaName, ComponentType> = {
  general: GeneralArea,
  people: PeopleArea,
  security: SecurityArea,
  below: BelowArea,
  reports: ReportsArea,
  mail: MailArea,
  notifications: NotificationsArea,
  'custom-fields': CustomFieldsArea,
  embedding: EmbeddingArea,
  questionnaire: AnswersCard,
  'sign-ins': SignInLog,
  audit: AuditLog,
};

/** The tenant's settings by area, with a search over their names; users without administration see their own preferences. */
export function SettingsPage() {
  const { t } = useTranslation();
  const who = useWho();
  const values = useSearchValues();
  const [search, setSearch] = useState('');
  const areas = getAreas(who);
  const area = areas.find((each) => each.name === values.area) ?? areas[0];
  const title = t('settings.title');
  const areaTitle = area ? t(`settings.area.${area.name}`) : title;
  useBreadcrumb(
    areas.length > 1 ? [{ label: t('settings.crumb') }, { label: title, href: '/setting' }, { label: areaTitle }] : [{ label: title }],
  );
  // Functions that the layer above withholds are not searchable either (Spec 6).
  const { functions } = useConfig();
  const { menu } = useShellMenu();
  const isVisiting = useIsVisiting();
  const wanted = search.trim();
  const isOpen = (path: string) => isInMenu(menu, path);
  const hits = wanted ? found(getFindables({ t, who, functions, isOpen, isVisiting }), wanted) : [];
  // No suspense: suggestions for what is typed.
  const people = useQuery({ ...peopleQuery(wanted), enabled: wanted.length >= 2 && isOpen('/user') }).data ?? [];
  if (!area) return null;
  const Area = parts[area.name];
  return (
    <div className="page settings">
      <div className="settings-side">
        <p className="settings-title">{title}</p>
        {areas.length > 1 && (
          <>
            <search>
              <TextInput
                aria-label={t('settings.search')}
                placeholder={t('settings.search')}
                leftSection={<IconSearch size={15} aria-hidden="true" />}
                value={search}
                onChange={(event) => setSearch(event.currentTarget.value)}
                onKeyDown={(event) => event.key === 'Escape' && setSearch('')}
              />
            </search>
            <VisuallyHidden role="status">
              {wanted ? t('settings.search.found', { count: hits.length + people.length }) : ''}
            </VisuallyHidden>
            <nav aria-label={t('settings.areas')}>
              {wanted ? (
                <ul className="plain-list settings-found">
                  {hits.map(({ id, title: name, place, href }) => (
                    <li key={id}>
                      <UiLink href={href} onClick={() => setSearch('')}>
                        <b>{name}</b>
                        <span className="small muted">{place}</span>
                      </UiLink>
                    </li>
                  ))}
                  {people.map(({ id, name }) => (
                    <li key={id}>
                      <UiLink href={`/user?id=${id}`}>
                        <b>{name}</b>
                        <span className="small muted">{t('settings.search.people')}</span>
                      </UiLink>
                    </li>
                  ))}
                  {hits.length + people.length === 0 && <li className="muted small">{t('settings.search.none')}</li>}
                </ul>
              ) : (
                <ul className="plain-list settings-areas">
                  {areas.map(({ name, icon: Glyph }) => (
                    <li key={name}>
                      <UiLink href={`/setting?area=${name}`} aria-current={name === area.name ? 'page' : undefined}>
                        <Glyph size={18} stroke={1.8} aria-hidden="true" />
                        {t(`settings.area.${name}`)}
                      </UiLink>
                    </li>
                  ))}
                </ul>
              )}
            </nav>
          </>
        )}
      </div>
      <div className="settings-main">
        <h1 id="page-title" tabIndex={-1}>
          {areaTitle}
        </h1>
        <p className="muted settings-text">{t(`settings.area.${area.name}.text`)}</p>
        <Reading key={area.name}>
          <Area />
        </Reading>
      </div>
    </div>
  );
}
