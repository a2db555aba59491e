export const messages = {
  'messages.title': 'Sent messages',
};
