import { useMantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconKeyboard, IconLogout, IconMoon, IconSun } from '@tabler/icons-react';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { LanguageSelect } from '../../ui/LanguageSelect.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { SwitchRow } from '../../ui/SwitchRow.tsx';
import { useTranslation } from '../i18n.ts';
import { shortcutSheet } from '../overlays.ts';
import { leave, useWho } from '../session.ts';
import { useLetterKeys } from './frame.ts';
import './account.css';

type Props = { onDone: () => void /** A phone has no keys to speak of. */; keys?: boolean };

/** Who is here, how the portal looks on this device, and the way out. */
export function AccountPanel({ onDone, keys = true }: Props) {
  const { t } = useTranslation();
  const who = useWho();
  const { letterKeys, allowLetterKeys } = useLetterKeys();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  if (!who) return null;
  const { name = '', email = '' } = who.user;
  return (
    <div className="account">
      <div className="row">
        <Avatar name={name} size={40} />
        <div className="account-who">
          <p className="account-name">{name}</p>
          <p className="muted small">{email}</p>
          <p className="muted small">{t(`shell.profile.${who.profile}`)}</p>
        </div>
      </div>
      <div className="account-line">
        <span className="account-label">{t('ui.public.language')}</span>
        <LanguageSelect />
      </div>
      <div className="account-line">
        <span className="account-label">{t('shell.scheme')}</span>
        <Segmented
          label={t('shell.scheme')}
          iconsOnly
          value={colorScheme}
          onChange={setColorScheme}
          segments={[
            { value: 'light', label: t('shell.scheme.light'), icon: IconSun },
            { value: 'dark', label: t('shell.scheme.dark'), icon: IconMoon },
            { value: 'auto', label: t('shell.scheme.auto'), icon: IconDeviceDesktop },
          ]}
        />
      </div>
      {keys && (
        <SwitchRow label={t('shell.letterKeys')} text={t('shell.letterKeys.text')} checked={letterKeys} onChange={allowLetterKeys} />
      )}
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
        <Button icon={IconLogout} onClick={() => leave()}>
          {t('shell.leave')}
        </Button>
      </div>
    </div>
  );
}
