import { useInfiniteQuery } from '@tanstack/react-query';
import { formatDateTime } from '../../../domain/format/date.ts';
import { formatWhen } from '../../../domain/format/relative.ts';
import type { SettingsAreaName } from '../../../domain/settings/areas.ts';
import { auditValue } from '../../../domain/sign-ins/audit-values.ts';
import { type TextKey, useTranslation } from '../../app/i18n.ts';
import { errorText } from '../../app/notify.ts';
import { useZone } from '../../app/use-zone.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { ListSkeleton } from '../../ui/Skeletons.tsx';
import { historyQuery } from './queries.ts';

// Fields whose row has a name of its own.
const labels: Record<string, TextKey> = {
  mostrar_ultima_atualizacao_relatorio: 'settings.mostrar',
};
const own = ['enable', 'home_page', 'relatorio_id', 'timezone', 'language', 'show_menu_report'] as const;
const more = [
  'send_email_register_user',
  'user_import',
  'allow_access_remote',
  'remote_consent',
  'password_sign_in',
  'enable_password',
  'min_character',
] as const;
const rest = ['capital_letter', 'special_characters', 'expiry_time_password', 'login_timeout', 'last_update', 'show_name_report'] as const;
const last = ['save_filter', 'enable_watermark', 'watermark_template', 'watermark_opacity', 'send_email_notification'] as const;
const below = ['last_update_below', 'below_user_import', 'below_saml', 'below_mfa', 'below_remote'] as const;
const embedding = ['enable_embedded', 'embed_origins'] as const;
const people = ['show_questionario_perfil', 'ip', 'listIp', 'mfa_master', 'mfa_required', 'mfa_trust_sso'] as const;
const named = [...own, ...more, ...rest, ...last, ...embedding, ...people, ...below];

/** Who changed the settings of an area, when, from what to what. */
export function AreaHistory({ area }: { area: SettingsAreaName }) {
  const { t, language } = useTranslation();
  const zone = useZone();
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage, dataUpdatedAt } = useInfiniteQuery(historyQuery(area));
  if (error && !data) return <ErrorState text={errorText(error)} onRetry={() => void refetch()} />;
  if (!data) return <ListSkeleton count={3} onRetry={() => void refetch()} />;
  const items = data.pages.flatMap((page) => page.items);
  if (items.length === 0) return <p className="muted">{t('settings.history.none')}</p>;
  const nameOf = (field: string) => {
    const known = named.find((each) => each === field);
    const key = labels[field] ?? (known ? (`settings.${known}` as const) : null);
    return key ? t(key) : field;
  };
  const wordOf = (field: string, value: unknown): string => {
    if (value === 'S' || value === true) return t('settings.value.on');
    if (value === 'N' || value === false) return t('settings.value.off');
    return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
      ? t('settings.value.none')
      : auditValue(field, Array.isArray(value) ? value.join(', ') : String(value), { t, language, zone });
  };
  const now = new Date(dataUpdatedAt);
  return (
    <>
      <ol className="plain-list settings-history">
        {items.map((item) => {
          const at = new Date(item.at);
          return (
            <li key={item.id}>
              <p className="settings-history-head">
                <b>{t('settings.history.who', { who: item.who ?? t('settings.history.somebody') })}</b>
                <time className="push muted tiny num" dateTime={item.at} data-tip={formatDateTime(language, at, zone)}>
                  {formatWhen(language, at, now, zone)}
                </time>
              </p>
              <ul className="plain-list small muted">
                {item.fields.map(({ field, before, after }) => (
                  <li key={field}>
                    {t('settings.history.line', { name: nameOf(field), before: wordOf(field, before), after: wordOf(field, after) })}
                  </li>
                ))}
              </ul>
            </li>
          );
        })}
      </ol>
      {hasNextPage && (
        <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('settings.history.older')}
        </Button>
      )}
    </>
  );
}
