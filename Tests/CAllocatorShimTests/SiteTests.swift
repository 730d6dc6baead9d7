import Testing

/// Tests of allocation sites: stacks, their allocations, and their live blocks.
@Suite("Allocation sites", .needsLiveShim)
struct SiteTests {
  @Test("each stack and tag is a site that counts its allocations and its live blocks")
  func sites() async throws {
    let values = try await ProbeRun.values("ShimProbe", "sites", "1000")
    #expect(values["records"] == 1)
    #expect(values["still_records"] == 0)
    #expect(values["first_tag"] == 0)
    #expect(values["former_tag"] == 7)
    #expect(values["sites"] == 2)
    #expect(values["site_allocations"] == 2000)
    #expect(values["site_requested"] == 300_000)
    #expect(values["site_live_blocks"] == 100)
    #expect(values["site_live_bytes"] == 11_200)
    #expect(values["other_sites"] == 1)
    #expect(values["other_tag"] == 300_000)
    #expect(values["lost"] == 0)
    #expect(values["sites_after_reset"] == 0)
    try expectAgreement(values)
  }

  @Test("the innermost frame is the caller's for every entry point, and no frame is the shim's")
  func ways() async throws {
    let values = try await ProbeRun.values("ShimProbe", "site-ways")
    #expect(values["ways"] == 17)
    #expect(values["rightful"] == 17)
    #expect(values["frames_in_shim"] == 0)
  }

  @Test("a block that is resized stays with the site that allocated it")
  func realloc() async throws {
    let values = try await ProbeRun.values("ShimProbe", "site-realloc")
    #expect(values["refused"] == 1)
    #expect(values["freed"] == 1)
    #expect(values["site_allocations"] == 2)
    #expect(values["site_requested"] == 200)
    #expect(values["site_reallocs"] == 0)
    #expect(values["site_live_blocks"] == 1)
    #expect(values["site_live_bytes"] == 5120)
    // The block was allocated before the recording, so it belongs to no site.
    #expect(values["other_reallocs"] == 2)
    #expect(values["other_requested"] == 10_000)
    #expect(values["other_live"] == 0)
  }

  @Test("frames are those that the C library's unwinder finds without frame pointers")
  func backtrace() async throws {
    let values = try await ProbeRun.values("ShimProbe", "site-backtrace")
    // Ten stacks of 1 to 40 calls, and three frames around each of them.
    #expect(values["compared"] == 176)
    #expect(values["differing"] == 0)
    #expect(values["lost"] == 0)
  }

  @Test("frames of the previous walk that have left the stack do not appear again")
  func staleFrames() async throws {
    let values = try await ProbeRun.values("ShimProbe", "site-stale-frames")
    #expect(values["sites"] == 3)
    #expect(values["ways_differ"] == 1)
    #expect(values["differing"] == 0)
  }

  @Test("a stack that is too deep keeps its innermost frames, and the cut is counted")
  func deep() async throws {
    let values = try await ProbeRun.values("ShimProbe", "site-deep", "100")
    #expect(values["deepest"] == 128)
    #expect(values["sites"] == 3)
    #expect(values["site_allocations"] == 300)
    #expect(values["site_live_blocks"] == 0)
    #expect(values["lost_frames"] == 100)
  }

  @Test("if the table of sites is full, known sites stay correct and the rest counts as lost")
  func room() async throws {
    let values = try await ProbeRun.values("ShimProbe", "site-room")
    #expect(values["sites"] == 65_536)
    #expect(values["twice"] == 65_536)
    #expect(values["lost_allocations"] == 2 * (70_000 - 65_536))
    #expect(values["lost"] == values["lost_allocations"])
  }

  @Test(
    "a hundred thousand blocks alive at once, freed in random order", arguments: [1, 1000, 100_000])
  func blocks(count: Int) async throws {
    let values = try await ProbeRun.values("ShimProbe", "site-blocks", "\(count)")
    #expect(values["live_at_most"] == count)
    #expect(values["bytes_differ"] == 0)
    #expect(values["live_in_the_end"] == (count + 2) / 3)
    #expect(values["bytes_differ_in_the_end"] == 0)
    #expect(values["lost"] == 0)
  }
}
