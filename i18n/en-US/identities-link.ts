export const identitiesLink = {
  'link.title': 'Is this you?',
  'link.lead': '{{provider}} says you are {{email}}. Confirm it once, and from then on you can sign in to {{unit}} this way.',
  'link.mail': "You don't have a password here yet. We'll e-mail a six-digit code to {{email}}; type it on this page.",
  'link.sent': 'We sent a code to {{email}}. Type it here within ten minutes; it works once.',
  'link.send': 'Send the code',
  'link.sendAgain': 'Send a new code',
  'link.mailedCode': 'Code from the e-mail',
  'link.factorCode': 'Code from your app, or a recovery code',
};
