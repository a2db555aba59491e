export const mail = {
  'mail.greeting': 'Hello, {{name}}',
  'mail.link': 'Or copy this address into the browser:',
  'mail.why': 'You get this message because you have access to {{tenant}}.',
  'mail.choose': 'Choose what comes by e-mail',
  'mail.tooLarge': 'The file is too large for an e-mail; download it with the button.',
  'mail.test.title': 'Test message of {{tenant}}',
  'mail.test.text': 'If you are reading this, the mail server {{host}} sends messages for {{tenant}}.',
  'mail.test.action': 'Open the portal',
} as const;
