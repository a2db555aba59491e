export const mail = {
  'mail.greeting': 'Hello, {{name}}',
  'mail.link': 'Or copy this address into your browser:',
  'mail.why': 'You get this message because you have access to {{tenant}}.',
  'mail.choose': 'Choose what you get by e-mail',
  'mail.tooLarge': 'The file is too large for an e-mail; download it with the button.',
  'mail.test.title': 'Test message of {{tenant}}',
  'mail.test.text': 'If you are reading this, the mail server {{host}} sends messages for {{tenant}}.',
  'mail.test.action': 'Open the portal',
  'mail.account.why': 'You get this message because this address is used to sign in to {{tenant}}. No one will ever ask you for this link.',
  'mail.account_invite.title': 'Your access to {{tenant}}',
  'mail.account_invite.text':
    '{{tenant}} has invited you to its reports. Accept the invitation to choose how you sign in. The link works once, until {{at}}.',
  'mail.account_invite.admin.text':
    '{{tenant}} has invited you as an administrator: you set up its portal and decide who gets access. Accept the invitation to choose how you sign in. The link works once, until {{at}}.',
  'mail.account_invite.action': 'Accept the invitation',
  'mail.account_reset.title': 'New password for {{tenant}}',
  'mail.account_reset.text':
    'Someone asked for a new password for {{email}}. If it was you, choose it now: the link works once, until {{at}}. If it wasn’t, ignore this message and your password stays as it is.',
  'mail.account_reset.action': 'Choose a new password',
  'mail.account_changed.title': 'Your password was changed',
  'mail.account_changed.text':
    'The password of {{email}} was changed on {{at}}, and all other sessions were ended. If it wasn’t you, choose a new one right away and tell an administrator of {{tenant}}.',
  'mail.account_changed.action': 'It wasn’t me',
  'mail.account_device.title': 'New sign-in to {{tenant}}',
  'mail.account_device.text':
    'On {{at}} someone signed in as {{email}} from a new browser: {{device}}, address {{address}}. If it was you, there is nothing to do. If it wasn’t, end that session, change your password if you have one, and tell an administrator of {{tenant}}.',
  'mail.account_device.action': 'See my sessions',
  'mail.account_guessed.title': 'Someone tried to sign in as you to {{tenant}}',
  'mail.account_guessed.text':
    'On {{at}} someone passed the first step of signing in as {{email}} and then entered too many wrong codes at the second: {{device}}, address {{address}}. They know your password, or came from your identity provider, but they didn’t get in. If it was you, there is nothing to do. If it wasn’t, change your password now and tell an administrator of {{tenant}}.',
  'mail.account_guessed.action': 'Change my password',
  'mail.account_ways.title': 'Your access to {{tenant}}',
  'mail.account_ways.text': 'You have access to {{tenant}} as {{email}}. There is no password to set: sign in with {{ways}}.',
  'mail.account_ways.action': 'Sign in',
  'mail.account_link_code.title': 'Your code for {{tenant}}',
  'mail.account_link_code.text':
    "Someone signing in to {{tenant}} through its identity provider says they are {{email}}. If it was you, type this code in the browser where you're signing in: {{code}}. It works once, for ten minutes from when that sign-in began. If it wasn't you, ignore this message.",
  'mail.account_link_code.action': 'Open the sign-in page',
  'mail.account_provider.title': 'Your access to {{tenant}}',
  'mail.account_provider.text':
    'Someone asked for a new password for {{email}} in {{tenant}}. Your authentication method does not allow password changes! You sign in with {{ways}}; if you can’t, ask an administrator of {{tenant}}.',
  'mail.account_provider.action': 'Sign in',
  'mail.account_factor.title': 'Your two-step verification was changed',
  'mail.account_factor.text':
    'On {{at}}, in {{tenant}}, the two-step verification of {{email}} was changed: {{change}} If it was you, there is nothing to do. If it wasn’t, undo it now: the link works once, for 7 days. It also signs you out everywhere, and you choose a new password.',
  'mail.account_factor.action': 'This wasn’t me',
  'mail.factor.added': '{{name}} was added.',
  'mail.factor.removed': '{{name}} was removed.',
  'mail.factor.codes': 'new recovery codes were created.',
  'mail.factor.wiped': 'all second factors and recovery codes were removed.',
  'mail.account_code.title': 'Your code for two-step verification',
  'mail.account_code.text':
    '{{code}} is your code for setting up two-step verification for {{email}}. It works once, for 10 minutes. If you did not ask for it, change your password: someone knows it.',
  'mail.account_code.action': 'Open the portal',
  'mail.account_lost.title': 'Lost your second factor?',
  'mail.account_lost.text':
    'Someone who knows the password of {{email}} said that they lost every second factor. If it was you, start the reset: the link works once, until {{at}}, and the reset takes 24 hours. If it wasn’t, ignore this message and change your password.',
  'mail.account_lost.action': 'Start the reset',
  'mail.account_waiting.title': 'Your two-step verification will be reset',
  'mail.account_waiting.text':
    'The two-step verification of {{email}} will be removed after {{at}}. If you did not ask for this, keep it: the link works once. Signing in with a second step keeps it too.',
  'mail.account_waiting.action': 'Keep my two-step verification',
  'mail.ways.own': 'your organization’s identity provider',
} as const;
