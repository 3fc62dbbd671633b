import { expect, test } from 'vitest';
import { withTranslation } from './translation.ts';

const product = {
  order: 10,
  title: 'Motorized Shutters',
  features: ['No cords', 'White'],
  rows: [
    { icon: 'mic', title: 'Use your voice' },
    { icon: 'wrench', title: 'Support' },
  ],
  image: { src: { src: '/a.avif', width: 2, height: 1 }, alt: 'Shutters' },
};
const spanish = {
  translation: 'unreviewed',
  title: 'Contraventanas motorizadas',
  features: ['Sin cordones'],
  rows: [{ title: 'Use la voz' }, { title: 'Apoyo' }],
  image: { alt: 'Contraventanas' },
};

test('words come from the translation, all else from the original', () => {
  expect(withTranslation(product, spanish)).toEqual({
    order: 10,
    title: 'Contraventanas motorizadas',
    features: ['Sin cordones'],
    rows: [
      { icon: 'mic', title: 'Use la voz' },
      { icon: 'wrench', title: 'Apoyo' },
    ],
    image: { src: product.image.src, alt: 'Contraventanas' },
  });
});

test('a row more or less, and a picture without words, are refused', () => {
  expect(() => withTranslation(product, { ...spanish, rows: [{ title: 'Use la voz' }] })).toThrow(
    'rows: The English file has 2 of them, the translation 1.',
  );
  const { image: _left, ...without } = spanish;
  expect(() => withTranslation(product, without)).toThrow('image: The description of the picture is not translated.');
});
