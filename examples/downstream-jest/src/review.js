/** The verdict on a recording: `"praise"` from 80 points, otherwise `"coach"`. */
exports.review = async function review(sdk, file, memberId) {
  const [category] = await sdk.categories.list();
  const input = { file, memberId, categoryId: category.id, filename: "call.wav" };
  const { analysis } = await sdk.calls.analyzeFile(input);
  return analysis.score >= 80 ? "praise" : "coach";
};
