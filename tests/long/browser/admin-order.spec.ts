import { GalleryList } from '#contracts/gallery';
import { withMotion } from '#tests/support/host';
import { addItem, expect, LIST, manager, ownersTest as test } from '#tests/e2e/gallery-site';

test.use(withMotion);

test('the manual order, by the keyboard and by dragging: focus and a word about the new place stay with the item', async ({
  page,
  wire,
  site,
}) => {
  for (const [index, title] of ['One', 'Two', 'Three'].entries()) {
    await addItem(site, { title, displayOrder: index + 1 });
  }
  const { open, card, titles } = manager(page);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const published = async () =>
    GalleryList.parse(await (await page.request.get(LIST)).json()).map(({ title }) => title);
  await open();
  const down = button('Move One down');
  await down.press('Enter');
  await expect(page.getByText('One is now at place 2 of 3')).toBeAttached();
  await expect(down).toBeFocused();
  await page.keyboard.press('Enter');
  await expect.poll(titles).toEqual(['Two', 'Three', 'One']);
  await expect(down).toBeDisabled();
  await button('Move Three up').press('Enter');
  await expect.poll(titles).toEqual(['Three', 'Two', 'One']);
  const toTop = button('To top: One');
  await toTop.press('Enter');
  await expect.poll(titles).toEqual(['One', 'Three', 'Two']);
  await expect(toTop).toBeFocused();
  await expect(toTop).toBeDisabled();
  await expect.poll(published).toEqual(['One', 'Three', 'Two']);

  await test.step('by dragging, which is one change, and which Escape gives up', async () => {
    await card('Two').hover();
    const from = await card('Two').getByTitle('Drag to another place').boundingBox();
    const onto = await card('One').boundingBox();
    if (!from || !onto) throw new Error('The cards are not drawn');
    const drag = async () => {
      await page.mouse.move(from.x + 10, from.y + 10);
      await page.mouse.down();
      await page.mouse.move(onto.x + 20, onto.y + 90, { steps: 4 });
    };
    wire.calm();
    await drag();
    await page.mouse.up();
    await expect.poll(titles).toEqual(['Two', 'One', 'Three']);
    await expect.poll(published).toEqual(['Two', 'One', 'Three']);
    expect(wire.passed.filter(({ method }) => method === 'PUT')).toHaveLength(1);
    await drag();
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await expect(page.getByText('Two is now at place 1 of 3')).toBeAttached();
    expect(await titles()).toEqual(['Two', 'One', 'Three']);
  });
});
