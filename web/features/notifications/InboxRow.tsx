import { formatDateTime, formatTime } from '../../../domain/format/date.ts';
import { type Family, getFamily } from '../../../domain/notifications/families.ts';
import type { NotificationKind } from '../../../domain/notifications/kinds.ts';
import type { PortalProblem } from '../../../domain/notifications/problems.ts';
import { isNotificationKind, newsWords } from '../../../domain/notifications/words.ts';
import { TellAdministrator } from '../../app/notices/TellAdministrator.tsx';
import { type TextKey, useTranslation } from '../../i18n.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import {
  type Icon,
  IconArrowBackUp,
  IconBell,
  IconBooks,
  IconEyeShare,
  IconFileDownload,
  IconMail,
  IconMailOpened,
  IconMessage,
  IconReportAnalytics,
  IconSettings,
  IconSpeakerphone,
  IconTool,
  IconTrash,
} from '../../ui/icons.ts';
import { UiLink } from '../../ui/UiLink.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import type { Change, Item } from './use-change-inbox.ts';

const icons: Record<Family, Icon> = {
  messages: IconSpeakerphone,
  reports: IconReportAnalytics,
  catalogs: IconBooks,
  comments: IconMessage,
  exports: IconFileDownload,
  maintenance: IconTool,
  remote: IconEyeShare,
  administration: IconSettings,
};

/** Notifications whose reader should contact an administrator. */
const asks: Partial<Record<NotificationKind, PortalProblem>> = { access_ending: 'time', factors_reset: 'factors' };

type Props = { item: Item; zone: string; onChange: (change: Change) => void };

/** One notification: what happened, user-written text as a quotation, one link to the subject. */
export function InboxRow({ item, zone, onChange }: Props) {
  const { t, language } = useTranslation();
  const known = isNotificationKind(item.kind) ? item.kind : null;
  const words = known
    ? // because the keys of a kind are made of its name
      newsWords(known, { ...item.vars, ...item.message }, { t: (key, vars) => t(key as TextKey, vars), language, zone })
    : { title: t('inbox.other'), text: '', action: '', quote: '' };
  const family = known ? getFamily(known) : null;
  const Glyph = family ? icons[family] : IconBell;
  const at = new Date(item.at);
  return (
    <li className={item.read ? 'inbox-row' : 'inbox-row inbox-unread'} data-id={item.id}>
      <span className={`inbox-icon inbox-${family ?? 'other'}`} aria-hidden="true">
        <Glyph size={18} stroke={1.8} />
      </span>
      <div className="inbox-words">
        <p className="inbox-name">
          {!item.read && <VisuallyHidden>{t('inbox.unread')}: </VisuallyHidden>}
          {words.title}
        </p>
        {words.text && <p className="muted">{words.text}</p>}
        {words.quote && <blockquote className="inbox-quote">{words.quote}</blockquote>}
        {item.link && !item.deleted && words.action && (
          <UiLink href={item.link} className={buttonClass({ size: 's' })} onClick={() => !item.read && onChange('read')}>
            {words.action}
          </UiLink>
        )}
        {known && !item.deleted && asks[known] && <TellAdministrator size="s" problem={asks[known]} />}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be announced as a form. */}
      <div className="inbox-side" role="group" aria-label={t('inbox.actionsOf', { title: words.title })}>
        <time className="small muted num" dateTime={item.at} data-tip={formatDateTime(language, at, zone)}>
          {formatTime(language, at, zone)}
        </time>
        {item.deleted ? (
          <IconButton icon={IconArrowBackUp} size="s" label={t('inbox.restore')} onClick={() => onChange('restore')} />
        ) : (
          <>
            <IconButton
              icon={item.read ? IconMail : IconMailOpened}
              size="s"
              label={t(item.read ? 'inbox.unreadAgain' : 'inbox.read')}
              onClick={() => onChange(item.read ? 'unread' : 'read')}
            />
            <IconButton icon={IconTrash} size="s" label={t('inbox.delete')} onClick={() => onChange('delete')} />
          </>
        )}
        {!item.read && <i className="inbox-dot" aria-hidden="true" />}
      </div>
    </li>
  );
}
