import { can } from '../../../domain/access/permissions.ts';
import { getScreens } from '../../../domain/access/screens.ts';
import { useTranslation } from '../../i18n.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import {
  IconBell,
  IconBuildings,
  IconDevices,
  IconEyeShare,
  IconFileExport,
  IconId,
  IconKeyboard,
  IconLock,
  IconLogout,
  IconSettings,
} from '../../ui/icons.ts';
import { UiLink } from '../../ui/UiLink.tsx';
import { usePathname } from '../address/address.ts';
import { hasInbox, notificationsAddress } from '../data/news.ts';
import { useConfig } from '../data/use-config.ts';
import { leaveProviderToo } from '../session/leave-provider-too.ts';
import { useWho } from '../session/session.ts';
import { AppearanceFields } from './AppearanceFields.tsx';
import { useUnread } from './Bell.tsx';
import { companySwitcher, shortcutSheet } from './overlays.ts';
import { useCanChangeCompany, useHiddenMenu } from './use-shell.ts';
import './account.css';

type Props = { onDone: () => void /** Phones have no keyboard shortcuts. */; keys?: boolean };

/** The signed-in user, the portal's appearance on this device, and sign-out. */
export function AccountPanel({ onDone, keys = true }: Props) {
  const { t } = useTranslation();
  const who = useWho();
  const { picture = null } = useConfig();
  const hidden = useHiddenMenu();
  const unread = useUnread();
  const path = usePathname();
  const manyCompanies = useCanChangeCompany();
  if (!who) return null;
  const inbox = hasInbox(who, hidden);
  const settings = getScreens(who.profile, hidden).some((screen) => screen.path === '/setting');
  const { name = '', email = '' } = who.user;
  return (
    <div className="account">
      <div className="row">
        <Avatar name={name} size={40} picture={picture} />
        <div className="account-who">
          <p className="account-name">{name}</p>
          <p className="muted small">{email}</p>
          <p className="muted small">{t(`shell.profile.${who.profile}`)}</p>
        </div>
      </div>
      <AppearanceFields keys={keys} />
      <nav className="account-places" aria-label={t('shell.account')}>
        {inbox && (
          <UiLink href={notificationsAddress} onClick={onDone}>
            <IconBell size={17} stroke={1.8} aria-hidden="true" />
            {unread ? t('inbox.bell.unread', { count: unread }) : t('inbox.bell')}
          </UiLink>
        )}
        {settings && (
          <UiLink href="/setting" onClick={onDone}>
            <IconSettings size={17} stroke={1.8} aria-hidden="true" />
            {t('settings.title')}
          </UiLink>
        )}
        {manyCompanies && (
          <button
            type="button"
            onClick={() => {
              onDone();
              companySwitcher.open();
            }}
          >
            <IconBuildings size={17} stroke={1.8} aria-hidden="true" />
            {t('companies.change')}
          </button>
        )}
        <UiLink href={`${path}?account=profile`} onClick={onDone}>
          <IconId size={17} stroke={1.8} aria-hidden="true" />
          {t('customFields.mine.open')}
        </UiLink>
        <UiLink href={`${path}?account=security`} onClick={onDone}>
          <IconLock size={17} stroke={1.8} aria-hidden="true" />
          {t('account.security')}
        </UiLink>
        <UiLink href={`${path}?account=sessions`} onClick={onDone}>
          <IconDevices size={17} stroke={1.8} aria-hidden="true" />
          {t('account.sessions')}
        </UiLink>
        {can(who, 'remote.read') && (
          <UiLink href={`${path}?account=access`} onClick={onDone}>
            <IconEyeShare size={17} stroke={1.8} aria-hidden="true" />
            {t('remote.account.title')}
          </UiLink>
        )}
        <UiLink href={`${path}?exports=1`} onClick={onDone}>
          <IconFileExport size={17} stroke={1.8} aria-hidden="true" />
          {t('exports.list')}
        </UiLink>
      </nav>
      <div className="account-actions">
        {keys && (
          <Button
            icon={IconKeyboard}
            onClick={() => {
              onDone();
              shortcutSheet.open();
            }}
          >
            {t('shell.shortcuts')}
          </Button>
        )}
        <Button icon={IconLogout} onClick={leaveProviderToo}>
          {t('shell.leave')}
        </Button>
      </div>
    </div>
  );
}
